//! What the others seem to need, guessed from their networks and the tickets that there are.

use crate::board::{Board, SHUT};
use crate::kit::proto::{Game, Observation};
use crate::plan::ends;

/// How likely a ticket is of whose way nothing is built, against one whose way is complete.
const DOUBT: f64 = 0.1;

/// How fast the likelihood of a ticket rises with the built part of its way.
const SHARPNESS: i32 = 3;

/// What a train and a turn of a detour cost a rival, in points.
const DETOUR: f64 = 1.0;

/// A ticket that a rival may hold.
struct Suspect {
    ticket: usize,
    /// How likely the rival holds it, 0 to 1.
    likely: f64,
    rest: u32,
    links: Vec<usize>,
}

/// By link: the points that rivals would probably lose if this seat took it, all rivals together. A link that another
/// claim does not shut counts nothing.
pub fn needs(board: &Board, game: &Game, view: &Observation, seat: usize) -> Vec<f64> {
    let mut needs = vec![0.0; board.links.len()];
    for rival in (0..view.seats.len()).filter(|&rival| rival != seat && view.seats[rival].forfeit.is_none()) {
        let mut costs = board.costs(view, rival);
        for suspect in suspects(board, game, view, rival, &costs) {
            for &link in suspect.links.iter().filter(|&&link| board.is_last_chance(view, link)) {
                let damage = damage(board, game, &mut costs, &suspect, link, view.seats[rival].trains);
                needs[link] += suspect.likely * damage;
            }
        }
    }
    needs
}

/// The tickets that a rival may hold and has not completed. It holds a known number of all that this seat has not seen;
/// those are likelier that it has built much of, and completed ones explain what it has built as well.
fn suspects(board: &Board, game: &Game, view: &Observation, rival: usize, costs: &[u32]) -> Vec<Suspect> {
    let seen = seen(view);
    let (mut found, mut sum) = (Vec::new(), 0.0);
    for ticket in (0..game.tickets.len()).filter(|&ticket| !seen.contains(&(ticket as u32))) {
        let (a, b) = ends(game, ticket);
        let Some(way) = board.way(costs, a, b) else { continue };
        let progress = (1.0 - f64::from(way.cost) / f64::from(board.lengths[ticket])).max(0.0);
        let likely = DOUBT + progress.powi(SHARPNESS);
        sum += likely;
        if way.cost > 0 && way.cost <= view.seats[rival].trains {
            let links = way.links.into_iter().filter(|&link| costs[link] > 0).collect();
            found.push(Suspect { ticket, likely, rest: way.cost, links });
        }
    }
    let held = f64::from(view.seats[rival].tickets_kept);
    found.iter_mut().for_each(|suspect| suspect.likely = (suspect.likely * held / sum).min(1.0));
    found
}

/// Tickets that no rival can hold: this seat's own, those in its offer, and those that it refused and nobody drew since.
fn seen(view: &Observation) -> Vec<u32> {
    let refused =
        view.refused_tickets.iter().filter(|refused| refused.drawn_by.is_none()).map(|refused| refused.ticket);
    let offered = view.offer.iter().flat_map(|offer| &offer.tickets);
    view.tickets.iter().chain(offered).copied().chain(refused).collect()
}

/// The points that a rival loses without a link: a detour, or the ticket, which then counts against it.
fn damage(board: &Board, game: &Game, costs: &mut [u32], suspect: &Suspect, link: usize, trains: u32) -> f64 {
    let (a, b) = ends(game, suspect.ticket);
    let cost = std::mem::replace(&mut costs[link], SHUT);
    let other = board.way(costs, a, b);
    costs[link] = cost;
    let lost = 2.0 * f64::from(game.tickets[suspect.ticket].points);
    match other {
        Some(way) if way.cost <= trains => lost.min(DETOUR * f64::from(way.cost - suspect.rest)),
        _ => lost,
    }
}
