//! The decisions. `main` is the one to read first.

use std::cmp::Reverse;

use crate::board::{Board, SHUT};
use crate::cards::{Wish, Wishes, payment, wish};
use crate::kit::proto::{Action, ActionKind, BonusKind, DecisionKind, Game};
use crate::kit::{Answer, Player, Position};
use crate::plan::{Plan, ends};
use crate::rivals::needs;

/// Points that a train must bring to be worth it when tickets are chosen.
const CAUTION: f64 = 0.6;

/// What the turn that a block takes is worth, in points: own tickets wait, and a guess about others is often wrong.
const TURN: f64 = 5.0;

/// Points that a station must save to be worth its turn.
const STATION_FROM: i32 = 3;

/// What a train and the card that pays for it are worth, in points: a block takes both from own routes.
const TRAIN: f64 = 2.0;

/// Trains that everybody must have left before more tickets are a good idea.
const NEW_TICKETS_FROM: u32 = 14;

/// Cards in a warehouse that are worth a depot of the reserve.
const WORTH_A_DEPOT: u32 = 3;

/// The bot in one match. It remembers nothing but the board: each question is answered from what it shows.
pub struct Blocker {
    board: Board,
}

impl Blocker {
    pub fn new(game: &Game) -> Self {
        Self { board: Board::new(game) }
    }
}

impl Player for Blocker {
    fn choose(&mut self, position: &Position) -> Answer {
        let turn = Turn { board: &self.board, position };
        match position.kind() {
            DecisionKind::KeepTickets => turn.keep().into(),
            DecisionKind::Main => turn.main(),
            DecisionKind::FirstCard | DecisionKind::SecondCard => {
                turn.draw(&turn.goals(&turn.plan(), &turn.needs()).wishes).into()
            }
            DecisionKind::Tunnel => turn.tunnel().into(),
            DecisionKind::Pick => turn.pick().into(),
            DecisionKind::StartDepot => turn.first_depot().into(),
            // Depots in reserve score at the end, and pay for picks until then.
            DecisionKind::PlaceDepot => turn.first(ActionKind::DepotNone).into(),
            // A question of a newer referee.
            DecisionKind::Unspecified => position.legal[0].into(),
        }
    }
}

/// One question on a board.
struct Turn<'a, 'p> {
    board: &'a Board,
    position: &'a Position<'p>,
}

impl<'p> Turn<'_, 'p> {
    /// The first legal action of a kind, or the first of all.
    fn first(&self, kind: ActionKind) -> &'p Action {
        self.position.of_kind(kind).next().unwrap_or(self.position.legal[0])
    }

    fn held(&self) -> Vec<usize> {
        self.position.view.tickets.iter().map(|&ticket| ticket as usize).collect()
    }

    fn plan_for(&self, tickets: &[usize]) -> Plan {
        Plan::new(self.board, self.position.game(), self.position.view, self.position.seat(), tickets)
    }

    fn plan(&self) -> Plan {
        self.plan_for(&self.held())
    }

    /// Points that rivals lose, by link, as seen from this seat: with many rivals, one that falls back helps the others
    /// too.
    fn needs(&self) -> Vec<f64> {
        let view = self.position.view;
        let rivals = (view.seats.len() - 1) as f64;
        let needs = needs(self.board, self.position.game(), view, self.position.seat());
        needs.into_iter().map(|need| need / rivals).collect()
    }

    /// The part of the offer that brings most: points of tickets that fit, less those that do not, less the trains.
    fn keep(&self) -> &'p Action {
        let offered = self.position.view.offer.as_ref().map_or(&[][..], |offer| &offer.tickets);
        let value = |action: &&Action| {
            let kept = offered.iter().enumerate().filter(|(i, _)| action.keep_mask() >> i & 1 == 1);
            let tickets: Vec<usize> = self.held().into_iter().chain(kept.map(|(_, &ticket)| ticket as usize)).collect();
            let plan = self.plan_for(&tickets);
            f64::from(plan.points) - CAUTION * f64::from(plan.trains)
        };
        self.best(self.position.legal.iter().copied(), value)
    }

    /// The first of the actions with the highest value, or the first legal one if there are none.
    fn best(&self, actions: impl Iterator<Item = &'p Action>, value: impl Fn(&&Action) -> f64) -> &'p Action {
        let valued = actions.map(|action| (value(&action), action));
        let best = valued.reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.map_or(self.position.legal[0], |(_, action)| action)
    }

    /// Blocks if that brings more than it costs, else claims for the own plan, else draws tickets or cards.
    fn main(&self) -> Answer {
        if self.position.view.turns_left.is_some() {
            return self.finish().into();
        }
        let (plan, needs) = (self.plan(), self.needs());
        let wishes = self.goals(&plan, &needs);
        let chosen = self
            .block(&plan, &wishes, &needs)
            .or_else(|| self.rescue(&plan, &wishes))
            .or_else(|| self.claim(&wishes.wishes, &needs))
            .or_else(|| self.new_tickets(&plan))
            .unwrap_or_else(|| self.draw(&wishes.wishes));
        let wanted = needs.iter().enumerate().filter(|(_, need)| **need > 0.5);
        let weights = wanted.map(|(link, &need)| (self.board.links[link].tracks[0], need));
        Answer::from(chosen)
            .noting(format!("{} links to go, weights: what rivals seem to need", plan.links.len()), weights)
    }

    /// What the seat works for: the links of its tickets; when these are done the link that brings most points a turn,
    /// those that rivals lose counted as its own.
    fn goals(&self, plan: &Plan, needs: &[f64]) -> Wishes {
        if !plan.links.is_empty() {
            return Wishes::new(self.board, self.position, &plan.links);
        }
        let hand = &self.position.view.hand;
        let free = (0..self.board.links.len()).filter(|&link| !matches!(plan.costs[link], 0 | SHUT));
        let options = free.filter_map(|link| wish(self.board, self.position, hand, link));
        let timely = options.filter(|wish| wish.turns() <= self.turns_left());
        let points = |link: usize| f64::from(self.board.links[link].points) + needs[link];
        let rated = timely.map(|wish| (points(wish.link) / f64::from(wish.turns()), wish.link));
        let best = rated.reduce(|best, other| if other.0 > best.0 { other } else { best });
        Wishes::new(self.board, self.position, best.map(|(_, link)| link).as_slice())
    }

    /// Own turns that surely come, this one included: before the last round no claim takes over 6 trains.
    fn turns_left(&self) -> u32 {
        let fewest = self.position.view.seats.iter().map(|seat| seat.trains).min().unwrap_or(0);
        if self.position.view.turns_left.is_some() { 1 } else { 2 + fewest.saturating_sub(3) / 6 }
    }

    /// The claim that costs rivals most, paid with cards and trains that the own plan can spare.
    fn block(&self, plan: &Plan, wishes: &Wishes, needs: &[f64]) -> Option<&'p Action> {
        let stock = self.position.me().trains;
        let mut best = (0.0, None);
        for claim in self.position.of_kind(ActionKind::Claim).filter(|claim| wishes.spares(claim)) {
            let link = self.link_of(claim.route() as usize);
            let facts = &self.board.links[link];
            let affordable = plan.trains + facts.length <= stock && !plan.links.contains(&link);
            let gain = needs[link] + f64::from(facts.points) - TURN - TRAIN * f64::from(facts.length);
            if affordable && needs[link] > 0.0 && gain > best.0 {
                best = (gain, Some(claim));
            }
        }
        best.1
    }

    fn link_of(&self, track: usize) -> usize {
        self.board.links.iter().position(|link| link.tracks.contains(&track)).unwrap_or(0)
    }

    /// A station for a ticket that has no way left but over another seat's route.
    fn rescue(&self, plan: &Plan, wishes: &Wishes) -> Option<&'p Action> {
        if plan.lost.is_empty() {
            return None;
        }
        let spared = |station: &&Action| plan.links.is_empty() || wishes.spares(station);
        let stations = self.position.of_kind(ActionKind::Station).filter(spared);
        let valued = stations.map(|station| (self.station_worth(plan, station.city() as usize), station));
        let (worth, station) = valued.max_by_key(|(worth, station)| (*worth, Reverse(station.id)))?;
        (worth > STATION_FROM).then_some(station)
    }

    /// The points that a station saves once the plan stands: lost tickets twice, less what it would score unbuilt (EU-33).
    fn station_worth(&self, plan: &Plan, city: usize) -> i32 {
        let Position { view, .. } = self.position;
        let unbuilt = self.position.game().bonuses.iter().find(|bonus| bonus.kind() == BonusKind::Stations);
        let mut most = 0;
        for (i, link) in self.board.links.iter().enumerate().filter(|(_, link)| link.ends.contains(&city)) {
            let others = link.tracks.iter().any(|&track| view.route_owners[track] >= 0);
            if others && !self.board.owns(view, self.position.seat(), i) {
                most = most.max(2 * self.connected_with(plan, i));
            }
        }
        most - unbuilt.map_or(0, |bonus| bonus.points as i32)
    }

    /// Points of the plan's lost tickets that one more link would complete.
    fn connected_with(&self, plan: &Plan, link: usize) -> i32 {
        let game = self.position.game();
        let mut costs: Vec<u32> = plan.costs.iter().map(|&cost| if cost == 0 { 0 } else { SHUT }).collect();
        costs[link] = 0;
        let connected = plan.lost.iter().filter(|&&ticket| {
            let (a, b) = ends(game, ticket);
            self.board.way(&costs, a, b).is_some()
        });
        connected.map(|&ticket| game.tickets[ticket].points as i32).sum()
    }

    /// The claim of a wish that can be paid: the one that rivals are likeliest to take away first, then the longest.
    fn claim(&self, wishes: &[Wish], needs: &[f64]) -> Option<&'p Action> {
        let ready = wishes.iter().filter(|wish| wish.missing == 0);
        let paid = ready.filter_map(|wish| payment(self.position, wish).map(|claim| (wish.link, claim)));
        let urgency = |link: usize| needs[link] + f64::from(self.board.links[link].length);
        paid.reduce(|best, other| if urgency(other.0) > urgency(best.0) { other } else { best }).map(|(_, claim)| claim)
    }

    /// More tickets, while everybody has trains enough to finish some and no own one is open.
    fn new_tickets(&self, plan: &Plan) -> Option<&'p Action> {
        let early = self.position.view.seats.iter().all(|seat| seat.trains >= NEW_TICKETS_FROM);
        self.position.of_kind(ActionKind::Tickets).next().filter(|_| early && plan.links.is_empty())
    }

    /// A face-up card that a wish lacks, those nearest to done first, else the top of the deck. A locomotive costs the
    /// second card: it is worth that when it is the last card of a wish.
    fn draw(&self, wishes: &[Wish]) -> &'p Action {
        let own = |deposit: &&Action| deposit.seat() as usize == self.position.seat();
        if let Some(deposit) = self.position.of_kind(ActionKind::Deposit).find(own) {
            return deposit;
        }
        let face_up = |card: usize| {
            self.position.of_kind(ActionKind::DrawCard).find(move |action| action.card() as usize == card)
        };
        let mut lacking: Vec<&Wish> = wishes.iter().filter(|wish| wish.missing > 0).collect();
        lacking.sort_by_key(|wish| wish.missing);
        let locomotive = face_up(self.position.game().cards.len() - 1);
        for wish in lacking {
            let last = if wish.missing == 1 { locomotive } else { None };
            if let Some(action) = face_up(wish.colour).or(last) {
                return action;
            }
        }
        self.first(ActionKind::DrawDeck)
    }

    /// A last turn: what brings most at once. A completed ticket counts twice, since it is won and not lost.
    fn finish(&self) -> &'p Action {
        let nothing = self.plan_for(&[]);
        let open: Vec<usize> = self.held().into_iter().filter(|&ticket| self.is_open(&nothing, ticket)).collect();
        let now = Plan { lost: open, ..nothing };
        let needs = if self.position.view.turns_left() > 1 { self.needs() } else { vec![0.0; self.board.links.len()] };
        let value = |action: &&Action| match action.kind() {
            ActionKind::Station => f64::from(self.station_worth(&now, action.city() as usize)),
            _ => {
                let link = self.link_of(action.route() as usize);
                let points = self.board.links[link].points as i32 + 2 * self.connected_with(&now, link);
                f64::from(points) + needs[link]
            }
        };
        let claims = self.position.of_kind(ActionKind::Claim);
        let stations = self.position.of_kind(ActionKind::Station).filter(|station| value(station) > 0.0);
        let mut choices = claims.chain(stations).peekable();
        if choices.peek().is_none() { self.draw(&[]) } else { self.best(choices, value) }
    }

    fn is_open(&self, plan: &Plan, ticket: usize) -> bool {
        let (a, b) = ends(self.position.game(), ticket);
        self.board.way(&plan.costs, a, b).is_none_or(|way| way.cost > 0)
    }

    /// The extra cards with the fewest locomotives, if they can be paid.
    fn tunnel(&self) -> &'p Action {
        let pay = self.position.of_kind(ActionKind::Pay).min_by_key(|pay| pay.locomotives());
        pay.unwrap_or(self.first(ActionKind::Decline))
    }

    /// The fullest warehouse, unless so little lies there that the depot is better kept.
    fn pick(&self) -> &'p Action {
        let size = |pick: &&Action| self.position.view.seats[pick.seat() as usize].warehouse_size;
        let worth = self.position.of_kind(ActionKind::Pick).filter(|pick| size(pick) >= WORTH_A_DEPOT);
        worth.max_by_key(|pick| (size(pick), Reverse(pick.id))).unwrap_or(self.first(ActionKind::PickNone))
    }

    /// The city where most links of the plan meet: claims there open the warehouse.
    fn first_depot(&self) -> &'p Action {
        let plan = self.plan();
        let meeting =
            |city: usize| plan.links.iter().filter(|&&link| self.board.links[link].ends.contains(&city)).count();
        self.best(self.position.of_kind(ActionKind::Depot), |depot| meeting(depot.city() as usize) as f64)
    }
}

#[cfg(test)]
#[path = "blocker_tests.rs"]
mod tests;
