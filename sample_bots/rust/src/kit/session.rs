//! The bot's side of a session as a value: the referee's messages go in, the bot's come out. Opens no connection.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::mem::take;
use std::rc::Rc;
use std::time::{Duration, Instant};

use prost::Message;

use super::proto::play_request::Payload as Request;
use super::proto::play_response::Payload as Response;
use super::proto::{Decision, Fault, Game, Goodbye, Hello, MatchEnd, MatchStart, Move, Moves, PlayRequest, Ready};
use super::{About, Match, Player, Position};

pub const PROTOCOL_VERSION: u32 = 1;

/// Most bytes of notes in one message (bot.proto).
const NOTES_LIMIT: usize = 16 * 1024;

/// Thinking time after which answers leave and do not wait for the rest of their message.
const PATIENCE: Duration = Duration::from_millis(5);

/// The referee said what this kit cannot follow.
#[derive(Debug)]
pub enum Confusion {
    UnknownGame { id: String },
    UnknownMatch { id: String },
    UnknownAction { action: u32, place: String },
    NothingShown { place: String },
}

impl Display for Confusion {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::UnknownGame { id } => write!(to, "the referee started match {id} of a game that it never described"),
            Self::UnknownMatch { id } => {
                write!(to, "the referee asked for a move in match {id}, which it never started")
            }
            Self::UnknownAction { action, place } => write!(to, "action {action} is not in the action table: {place}"),
            Self::NothingShown { place } => write!(to, "the referee asked without an observation: {place}"),
        }
    }
}

/// Prepares for a match before any clock runs.
pub type Join<'a> = dyn Fn(&Match) -> Box<dyn Player> + 'a;

/// Takes one line for the bot's log.
pub type Log<'a> = dyn Fn(&str) + 'a;

/// What a bot process knows while it is connected.
pub struct Session<'a> {
    about: &'a About,
    join: &'a Join<'a>,
    log: &'a Log<'a>,
    games: HashMap<String, Rc<Game>>,
    matches: HashMap<String, (Match, Box<dyn Player>)>,
    pub welcomed: bool,
    pub goodbye: Option<Goodbye>,
}

impl<'a> Session<'a> {
    pub fn new(about: &'a About, join: &'a Join<'a>, log: &'a Log<'a>) -> Self {
        let (games, matches) = (HashMap::new(), HashMap::new());
        Self { about, join, log, games, matches, welcomed: false, goodbye: None }
    }

    /// The first message of the stream.
    pub fn hello(&self, token: String) -> PlayRequest {
        request(Request::Hello(Hello {
            token,
            name: self.about.name.into(),
            version: self.about.version.into(),
            kit: "rust-kit 1".into(),
            protocol_version: PROTOCOL_VERSION,
            max_in_flight: self.about.max_in_flight.max(1),
            resume_key: None,
        }))
    }

    /// Takes in one message and hands the answers to it to `send`, each as soon as it is complete. What this version of
    /// the protocol does not know is ignored.
    pub fn receive(&mut self, message: Response, send: &mut dyn FnMut(PlayRequest)) -> Result<(), Confusion> {
        match message {
            Response::Welcome(_) => self.welcomed = true,
            Response::Game(game) => {
                self.games.insert(game.game_digest.clone(), Rc::new(game));
            }
            Response::MatchStart(start) => send(self.start(start)?),
            Response::Decisions(asked) => self.answer(&asked.decisions, send)?,
            Response::MatchEnd(end) => self.end(&end),
            Response::Goodbye(goodbye) => self.goodbye = Some(goodbye),
        }
        Ok(())
    }

    fn start(&mut self, start: MatchStart) -> Result<PlayRequest, Confusion> {
        let id = start.match_id;
        let Some(game) = self.games.get(&start.game_digest) else { return Err(Confusion::UnknownGame { id }) };
        let about = Match { id: id.clone(), game: game.clone(), seat: start.seat as usize, seed: start.bot_seed };
        let player = (self.join)(&about);
        self.matches.insert(id.clone(), (about, player));
        Ok(request(Request::Ready(Ready { match_id: id })))
    }

    /// One message of moves for one of decisions as long as the bot is quick. A slow bot's answers leave at once, since
    /// with several matches in flight its clock runs from one answer to the next.
    fn answer(&mut self, decisions: &[Decision], send: &mut dyn FnMut(PlayRequest)) -> Result<(), Confusion> {
        let (mut moves, mut notes, mut started) = (Vec::new(), 0, Instant::now());
        for decision in decisions {
            let answer = self.answer_one(decision)?;
            let size = answer.notes.as_ref().map_or(0, Message::encoded_len);
            if !moves.is_empty() && (notes + size > NOTES_LIMIT || started.elapsed() > PATIENCE) {
                send(request(Request::Moves(Moves { moves: take(&mut moves) })));
                (notes, started) = (0, Instant::now());
            }
            notes += size;
            moves.push(answer);
        }
        if !moves.is_empty() {
            send(request(Request::Moves(Moves { moves })));
        }
        Ok(())
    }

    fn answer_one(&mut self, decision: &Decision) -> Result<Move, Confusion> {
        let id = &decision.match_id;
        let Some((about, player)) = self.matches.get_mut(id) else {
            return Err(Confusion::UnknownMatch { id: id.clone() });
        };
        tell(self.log, about, &decision.faults);
        let position = position(about, decision)?;
        let failure = NameFailure { log: self.log, place: about.place(decision.number) };
        let mut answer = player.choose(&position);
        if answer.notes.as_ref().is_some_and(|notes| notes.encoded_len() > NOTES_LIMIT) {
            (self.log)(&format!("notes left out, they are over {NOTES_LIMIT} bytes: {}", failure.place));
            answer.notes = None;
        }
        Ok(Move { match_id: id.clone(), decision: decision.number, action: answer.action, notes: answer.notes })
    }

    fn end(&mut self, end: &MatchEnd) {
        if let Some((about, _)) = self.matches.remove(&end.match_id) {
            tell(self.log, &about, &end.faults);
        }
    }
}

fn request(payload: Request) -> PlayRequest {
    PlayRequest { payload: Some(payload) }
}

fn position<'a>(about: &'a Match, decision: &'a Decision) -> Result<Position<'a>, Confusion> {
    let place = || about.place(decision.number);
    let view = decision.observation.as_ref().ok_or_else(|| Confusion::NothingShown { place: place() })?;
    let known = |&action: &u32| {
        about.game.actions.get(action as usize).ok_or_else(|| Confusion::UnknownAction { action, place: place() })
    };
    let legal = decision.legal.iter().map(known).collect::<Result<_, _>>()?;
    let deadline = decision.left_ms.map(|left| Instant::now() + Duration::from_millis(left.into()));
    Ok(Position { about, view, legal, deadline })
}

/// Logs the bot's own faults.
fn tell(log: &Log, about: &Match, faults: &[Fault]) {
    for fault in faults {
        let code = fault.code().as_str_name().trim_start_matches("FAULT_CODE_");
        let at = fault.decision.map(|number| format!(" at decision {number}")).unwrap_or_default();
        log(&format!("fault {code} ({}){at} of match {}: {}", fault.reason, about.id, fault.text));
    }
}

/// Says which question a panicking bot was at; the panic itself has said where in the code.
struct NameFailure<'a> {
    log: &'a Log<'a>,
    place: String,
}

impl Drop for NameFailure<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.log)(&format!("the bot failed: {}", self.place));
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
