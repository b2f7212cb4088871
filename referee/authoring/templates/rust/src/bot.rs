//! The bot.

use crate::kit::Position;
use crate::kit::proto::{Action, ActionKind};

/// Answers a question with one of its legal actions: the claim of the longest route, else the first one, which is a card
/// from the deck most of the time.
pub fn choose<'a>(position: &Position<'a>) -> &'a Action {
    let length = |claim: &&Action| position.game().routes[claim.route() as usize].length;
    position.of_kind(ActionKind::Claim).max_by_key(length).unwrap_or(position.legal[0])
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::kit::Match;
    use crate::kit::proto::{Game, Observation, Route};

    fn chosen(legal: Vec<Action>) -> Action {
        let routes = [2, 6, 3].map(|length| Route { length, ..Route::default() }).to_vec();
        let game = Rc::new(Game { routes, ..Game::default() });
        let about = Match { id: "0".repeat(16), game, seat: 0, seed: Vec::new() };
        let position =
            Position { about: &about, view: &Observation::default(), legal: legal.iter().collect(), deadline: None };
        choose(&position).clone()
    }

    fn action(kind: ActionKind, route: Option<u32>) -> Action {
        Action { kind: kind.into(), route, ..Action::default() }
    }

    #[test]
    fn it_claims_the_longest_route() {
        let mut legal = vec![action(ActionKind::DrawDeck, None)];
        legal.extend((0..3).map(|route| action(ActionKind::Claim, Some(route))));
        assert_eq!(chosen(legal).route, Some(1));
    }

    #[test]
    fn with_nothing_to_claim_it_draws() {
        let legal = vec![action(ActionKind::DrawDeck, None), action(ActionKind::Tickets, None)];
        assert_eq!(chosen(legal).kind(), ActionKind::DrawDeck);
    }
}
