//! Which links a seat has to claim for its tickets. Knows no cards.

use crate::board::Board;
use crate::kit::proto::{Game, Observation};

/// The links still to claim for some tickets.
#[derive(Clone)]
pub struct Plan {
    /// By link: 0 for those that are owned or planned.
    pub costs: Vec<u32>,
    /// Ascending.
    pub links: Vec<usize>,
    pub trains: u32,
    /// Tickets that cannot be completed any more.
    pub lost: Vec<usize>,
    /// Points of the tickets that it completes less those of the lost ones.
    pub points: i32,
}

impl Plan {
    /// The better of two plans for all these tickets: one connects the most valuable ticket first, the other always the
    /// one that has become nearest. What is planned for one ticket is free for the next.
    pub fn new(board: &Board, game: &Game, view: &Observation, seat: usize, tickets: &[usize]) -> Self {
        let mut by_value = tickets.to_vec();
        by_value.sort_by_key(|&ticket| std::cmp::Reverse(game.tickets[ticket].points));
        let start = Self { costs: board.costs(view, seat), links: vec![], trains: 0, lost: vec![], points: 0 };
        let stock = view.seats[seat].trains;
        let mut dear = start.clone();
        for &ticket in &by_value {
            dear.add(board, game, stock, ticket);
        }
        let mut near = start;
        while !by_value.is_empty() {
            let distance = |&at: &usize| near.distance(board, game, by_value[at]);
            let at = (0..by_value.len()).min_by_key(distance).unwrap_or(0);
            near.add(board, game, stock, by_value.remove(at));
        }
        if (near.points, dear.trains) > (dear.points, near.trains) { near } else { dear }
    }

    fn distance(&self, board: &Board, game: &Game, ticket: usize) -> u32 {
        let (a, b) = ends(game, ticket);
        board.way(&self.costs, a, b).map_or(u32::MAX, |way| way.cost)
    }

    /// Adds a ticket, which is given up if its way needs more trains than the stock has.
    fn add(&mut self, board: &Board, game: &Game, stock: u32, ticket: usize) {
        let (a, b) = ends(game, ticket);
        let points = game.tickets[ticket].points as i32;
        let new = board.way(&self.costs, a, b).map(|way| {
            let new: Vec<usize> = way.links.into_iter().filter(|&link| self.costs[link] > 0).collect();
            let trains: u32 = new.iter().map(|&link| board.links[link].length).sum();
            (new, trains)
        });
        match new {
            Some((new, trains)) if self.trains + trains <= stock => {
                new.iter().for_each(|&link| self.costs[link] = 0);
                self.links.extend(new);
                self.links.sort_unstable();
                self.trains += trains;
                self.points += points;
            }
            _ => {
                self.lost.push(ticket);
                self.points -= points;
            }
        }
    }
}

/// The cities of a ticket.
pub fn ends(game: &Game, ticket: usize) -> (usize, usize) {
    let facts = &game.tickets[ticket];
    (facts.city_a as usize, facts.city_b as usize)
}
