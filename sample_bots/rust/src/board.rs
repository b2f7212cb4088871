//! The board as links between cities, and the cheapest ways over it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::kit::proto::{Game, Observation};

/// The cost of a link that cannot be used.
pub const SHUT: u32 = u32::MAX;

/// What claiming a link costs besides its trains, in trains: a turn of its own.
const HOP: u32 = 1;

/// Two neighbouring cities and the tracks between them: one, or the two of a double route.
pub struct Link {
    pub ends: [usize; 2],
    pub length: u32,
    pub points: u32,
    pub tracks: Vec<usize>,
}

impl Link {
    fn cost(&self) -> u32 {
        self.length + HOP
    }
}

/// The part of a game that never changes.
pub struct Board {
    pub links: Vec<Link>,
    /// By city: the links that meet there, with the city at their other end.
    steps: Vec<Vec<(usize, usize)>>,
    /// By ticket: what its cheapest way costs on an empty board.
    pub lengths: Vec<u32>,
    double_closed: bool,
}

/// Links that lead from one city to another.
pub struct Way {
    pub cost: u32,
    pub links: Vec<usize>,
}

impl Board {
    pub fn new(game: &Game) -> Self {
        let mut links = Vec::new();
        for (i, route) in game.routes.iter().enumerate() {
            if route.sibling.is_none_or(|sibling| sibling as usize > i) {
                links.push(Link {
                    ends: [route.city_a as usize, route.city_b as usize],
                    length: route.length,
                    points: route.points,
                    tracks: [i].into_iter().chain(route.sibling.map(|sibling| sibling as usize)).collect(),
                });
            }
        }
        let mut steps = vec![Vec::new(); game.cities.len()];
        for (i, Link { ends: [a, b], .. }) in links.iter().enumerate() {
            steps[*a].push((i, *b));
            steps[*b].push((i, *a));
        }
        let double_closed = game.numbers.is_some_and(|numbers| numbers.double_closed);
        let mut board = Self { links, steps, lengths: Vec::new(), double_closed };
        let empty: Vec<u32> = board.links.iter().map(Link::cost).collect();
        let length = |a: u32, b: u32| board.way(&empty, a as usize, b as usize).map_or(SHUT, |way| way.cost);
        board.lengths = game.tickets.iter().map(|ticket| length(ticket.city_a, ticket.city_b)).collect();
        board
    }

    /// The tracks of a link that a seat may still claim (C-37, C-38).
    pub fn open_tracks(&self, view: &Observation, seat: usize, link: usize) -> Vec<usize> {
        let tracks = &self.links[link].tracks;
        let free: Vec<usize> = tracks.iter().copied().filter(|&track| view.route_owners[track] < 0).collect();
        let taken = free.len() < tracks.len();
        let shut = self.owns(view, seat, link) || taken && self.double_closed;
        if shut { Vec::new() } else { free }
    }

    pub fn owns(&self, view: &Observation, seat: usize, link: usize) -> bool {
        self.links[link].tracks.iter().any(|&track| view.route_owners[track] == seat as i32)
    }

    /// Whether one more claim shuts a link to everybody else.
    pub fn is_last_chance(&self, view: &Observation, link: usize) -> bool {
        let tracks = &self.links[link].tracks;
        let free = tracks.iter().filter(|&&track| view.route_owners[track] < 0).count();
        free == 1 || free == tracks.len() && self.double_closed
    }

    /// By link, what a seat must still spend on it: nothing for its own, its trains and a turn where it may claim.
    pub fn costs(&self, view: &Observation, seat: usize) -> Vec<u32> {
        let trains = view.seats[seat].trains;
        let cost = |(i, link): (usize, &Link)| match () {
            () if self.owns(view, seat, i) => 0,
            () if link.length <= trains && !self.open_tracks(view, seat, i).is_empty() => link.cost(),
            () => SHUT,
        };
        self.links.iter().enumerate().map(cost).collect()
    }

    /// The cheapest way between two cities (Dijkstra), if there is one.
    pub fn way(&self, costs: &[u32], from: usize, to: usize) -> Option<Way> {
        let mut best = vec![SHUT; self.steps.len()];
        let mut came = vec![(0, 0); self.steps.len()];
        best[from] = 0;
        let mut queue = BinaryHeap::from([Reverse((0, from))]);
        while let Some(Reverse((cost, city))) = queue.pop() {
            if city == to {
                return Some(Way { cost, links: self.walk_back(&came, from, to) });
            }
            if cost > best[city] {
                continue;
            }
            for &(link, other) in &self.steps[city] {
                let total = cost.saturating_add(costs[link]);
                if total < best[other] {
                    (best[other], came[other]) = (total, (link, city));
                    queue.push(Reverse((total, other)));
                }
            }
        }
        None
    }

    fn walk_back(&self, came: &[(usize, usize)], from: usize, mut to: usize) -> Vec<usize> {
        let mut links = Vec::new();
        while to != from {
            let (link, city) = came[to];
            links.push(link);
            to = city;
        }
        links
    }
}
