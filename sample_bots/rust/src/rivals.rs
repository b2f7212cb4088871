//! What the others seem to need, guessed from their networks and the tickets that there are.

use crate::board::{Board, SHUT};
use crate::kit::proto::{Game, Observation};
use crate::plan::ends;

/// How much of a ticket's way a rival must have built for the ticket to be suspected.
const SUSPICION: f64 = 0.5;

/// What a train and a turn of a detour cost a rival, in points.
const DETOUR: f64 = 1.0;

/// A ticket that a rival may hold.
struct Suspect {
    ticket: usize,
    /// Share of its way that is built, 0 to 1.
    progress: f64,
    rest: u32,
    links: Vec<usize>,
}

/// By link: the points that rivals would probably lose if this seat took it, all rivals together. A link that another
/// claim does not shut counts nothing.
pub fn needs(board: &Board, game: &Game, view: &Observation, seat: usize) -> Vec<f64> {
    let mut needs = vec![0.0; board.links.len()];
    for rival in (0..view.seats.len()).filter(|&rival| rival != seat && view.seats[rival].forfeit.is_none()) {
        let mut costs = board.costs(view, rival);
        let suspects = suspects(board, game, view, rival, &costs);
        // A rival holds so many tickets and no more: the likelier all suspects are, the less each of them says.
        let held = f64::from(view.seats[rival].tickets_kept);
        let likely: f64 = suspects.iter().map(|suspect| suspect.progress.powi(2)).sum();
        let share = if likely > held { held / likely } else { 1.0 };
        for suspect in &suspects {
            let weight = share * suspect.progress.powi(2);
            for &link in suspect.links.iter().filter(|&&link| board.is_last_chance(view, link)) {
                needs[link] += weight * damage(board, game, &mut costs, suspect, link, view.seats[rival].trains);
            }
        }
    }
    needs
}

/// The tickets that a rival may hold and has built much of, as far as this seat can tell.
fn suspects(board: &Board, game: &Game, view: &Observation, rival: usize, costs: &[u32]) -> Vec<Suspect> {
    let elsewhere: Vec<u32> = own_knowledge(view);
    let mut found = Vec::new();
    for ticket in (0..game.tickets.len()).filter(|&ticket| !elsewhere.contains(&(ticket as u32))) {
        let (a, b) = ends(game, ticket);
        let Some(way) = board.way(costs, a, b) else { continue };
        let progress = 1.0 - f64::from(way.cost) / f64::from(board.lengths[ticket]);
        if way.cost > 0 && progress >= SUSPICION && way.cost <= view.seats[rival].trains {
            let links = way.links.into_iter().filter(|&link| costs[link] > 0).collect();
            found.push(Suspect { ticket, progress, rest: way.cost, links });
        }
    }
    found
}

/// Tickets that no rival can hold: this seat's own, those in its offer, and those that it refused and nobody drew since.
fn own_knowledge(view: &Observation) -> Vec<u32> {
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
