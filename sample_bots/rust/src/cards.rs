//! Which cards links take, which are there, and how claims are paid for.

use crate::board::Board;
use crate::kit::Position;
use crate::kit::proto::{Action, ActionKind, Route};

/// A link to claim by one of its tracks, the colour to pay with, and the number of cards that are not there yet.
#[derive(Clone, Copy)]
pub struct Wish {
    pub link: usize,
    pub track: usize,
    pub colour: usize,
    pub missing: u32,
}

impl Wish {
    /// Own turns until it is claimed, if every card drawn fits.
    pub fn turns(&self) -> u32 {
        1 + self.missing.div_ceil(2)
    }
}

/// What some links take, and the cards that are left when those in hand are set aside for them.
pub struct Wishes {
    pub wishes: Vec<Wish>,
    pub spare: Vec<u32>,
}

impl Wishes {
    /// Sets cards aside for one link after the other, the nearest to done first and of these the longest.
    pub fn new(board: &Board, position: &Position, links: &[usize]) -> Self {
        let (mut spare, mut waiting, mut wishes) = (position.view.hand.clone(), links.to_vec(), Vec::new());
        while !waiting.is_empty() {
            let options = waiting.iter().filter_map(|&link| wish(board, position, &spare, link));
            let nearest = options.min_by_key(|wish| (wish.missing, u32::MAX - board.links[wish.link].length));
            let Some(wish) = nearest else { break };
            spend(&mut spare, &wish, board.links[wish.link].length);
            waiting.retain(|&link| link != wish.link);
            wishes.push(wish);
        }
        Self { wishes, spare }
    }

    /// Whether an action can be paid with cards that no wish waits for.
    pub fn spares(&self, action: &Action) -> bool {
        let coloured = action.colour.is_none_or(|colour| self.spare[colour as usize] >= action.colour_cards());
        coloured && self.spare.last().is_some_and(|&locomotives| locomotives >= action.locomotives())
    }
}

/// The open track of a link that takes fewest cards more than a hand has.
pub fn wish(board: &Board, position: &Position, hand: &[u32], link: usize) -> Option<Wish> {
    let tracks = board.open_tracks(position.view, position.seat(), link);
    let wishes = tracks.into_iter().map(|track| {
        let (colour, missing) = lacking(&position.game().routes[track], hand);
        Wish { link, track, colour, missing }
    });
    wishes.min_by_key(|wish| wish.missing)
}

/// The colour to pay a track with, its own or the one held most, and how many cards are missing.
fn lacking(route: &Route, hand: &[u32]) -> (usize, u32) {
    let locomotive = hand.len() - 1;
    let most = || (0..locomotive).max_by_key(|&card| (hand[card], locomotive - card)).unwrap_or(0);
    let colour = route.colour.map_or_else(most, |colour| colour as usize);
    let coloured = hand[colour].min(route.length - route.ferry_locomotives);
    (colour, (route.length - coloured).saturating_sub(hand[locomotive]))
}

fn spend(hand: &mut [u32], wish: &Wish, length: u32) {
    let coloured = hand[wish.colour].min(length);
    hand[wish.colour] -= coloured;
    let locomotive = hand.len() - 1;
    hand[locomotive] -= hand[locomotive].min(length - coloured);
}

/// The claim of a track with fewest locomotives, in the colour of the wish if that is possible.
pub fn payment<'a>(position: &Position<'a>, wish: &Wish) -> Option<&'a Action> {
    let other = |claim: &Action| claim.colour.is_some_and(|colour| colour as usize != wish.colour);
    let claims = position.of_kind(ActionKind::Claim).filter(|claim| claim.route() as usize == wish.track);
    claims.min_by_key(|claim| (other(claim), claim.locomotives()))
}
