//! Turns a type that chooses actions into a bot process that a referee can start.
//!
//! It speaks the protocol and nothing else: it knows no board, no rules and no strategy.

mod connection;
mod session;

use std::rc::Rc;
use std::time::Instant;

pub use connection::run;

/// The messages of the protocol, generated from the `.proto` files; their comments are the documentation.
#[allow(dead_code, clippy::all)]
pub mod proto {
    tonic::include_proto!("referee.v1");
}

use proto::{Action, ActionKind, DecisionKind, Game, Notes, Observation, RouteWeight, SeatFacts};

/// Who the bot is and how many matches it plays at once, at least 1. More than 1 only if nothing of one match can leak
/// into another.
pub struct About {
    pub name: &'static str,
    pub version: &'static str,
    pub max_in_flight: u32,
}

/// What stays the same from the start of a match to its end.
pub struct Match {
    pub id: String,
    pub game: Rc<Game>,
    pub seat: usize,
    /// For the bot's own random numbers: with no others, a match that is played again goes the same way.
    #[allow(dead_code)] // this bot draws none
    pub seed: Vec<u8>,
}

impl Match {
    /// Names a question in the log.
    fn place(&self, number: u32) -> String {
        let Self { id, game, seat, .. } = self;
        format!("match {id} ({}, seat {seat} of {}), decision {number}", game.edition, game.players)
    }
}

/// The bot in one match. What it remembers is remembered for that match alone.
pub trait Player {
    /// Answers one question with one of its legal actions.
    fn choose(&mut self, position: &Position) -> Answer;
}

/// One question and all that the seat may know when it is asked.
pub struct Position<'a> {
    pub about: &'a Match,
    pub view: &'a Observation,
    /// The legal actions, in the order of their ids; at least one.
    pub legal: Vec<&'a Action>,
    /// When the answer must be there, if there is a limit.
    #[allow(dead_code)] // this bot is quick
    pub deadline: Option<Instant>,
}

impl<'a> Position<'a> {
    pub fn game(&self) -> &'a Game {
        &self.about.game
    }

    pub fn seat(&self) -> usize {
        self.about.seat
    }

    pub fn kind(&self) -> DecisionKind {
        self.view.kind()
    }

    /// What everybody knows about the bot's own seat.
    pub fn me(&self) -> &'a SeatFacts {
        &self.view.seats[self.about.seat]
    }

    /// The legal actions of one kind.
    pub fn of_kind(&self, kind: ActionKind) -> impl Iterator<Item = &'a Action> + '_ {
        self.legal.iter().copied().filter(move |action| action.kind() == kind)
    }
}

/// An action, and what the replay shall show beside it.
pub struct Answer {
    pub action: u32,
    pub notes: Option<Notes>,
}

impl From<&Action> for Answer {
    fn from(action: &Action) -> Self {
        Self { action: action.id, notes: None }
    }
}

impl Answer {
    /// Adds a text and how much the bot cares for some routes, each of them at most once.
    pub fn noting(mut self, text: String, routes: impl Iterator<Item = (usize, f64)>) -> Self {
        let routes = routes.map(|(route, weight)| RouteWeight { route: route as u32, weight: weight as f32 }).collect();
        self.notes = Some(Notes { text, routes, cities: Vec::new() });
        self
    }
}
