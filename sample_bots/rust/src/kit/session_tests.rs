use std::cell::RefCell;

use super::*;
use crate::kit::Answer;
use crate::kit::proto::{Action, Decisions, FaultCode, GoodbyeReason, Observation};

const ABOUT: About = About { name: "last", version: "1", max_in_flight: 8 };

/// A bot that takes the last legal action and remarks on it at some length.
struct LastLegal(usize);

impl Player for LastLegal {
    fn choose(&mut self, position: &Position) -> Answer {
        Answer::from(position.legal[position.legal.len() - 1]).noting("x".repeat(self.0), std::iter::empty())
    }
}

fn game() -> Response {
    let actions = vec![Action::default(), Action { id: 1, ..Default::default() }];
    Response::Game(Game { game_digest: "digest".into(), actions, ..Default::default() })
}

fn start(id: &str) -> Response {
    Response::MatchStart(MatchStart { match_id: id.into(), game_digest: "digest".into(), ..Default::default() })
}

fn asked(questions: &[(&str, u32)]) -> Response {
    let decision = |&(id, number): &(&str, u32)| Decision {
        match_id: id.into(),
        number,
        legal: vec![0, 1],
        observation: Some(Observation::default()),
        ..Default::default()
    };
    Response::Decisions(Decisions { decisions: questions.iter().map(decision).collect() })
}

/// What a session with a bot of so much to say answers to some messages, and what it logs.
fn heard(talk: usize, messages: Vec<Response>) -> (Result<Vec<Request>, String>, Vec<String>) {
    let lines = RefCell::new(Vec::new());
    let log = |line: &str| lines.borrow_mut().push(line.to_owned());
    let join = move |_: &Match| Box::new(LastLegal(talk)) as Box<dyn Player>;
    let mut session = Session::new(&ABOUT, &join, &log);
    let mut sent = Vec::new();
    let mut send = |request: PlayRequest| sent.extend(request.payload);
    let received = messages.into_iter().try_for_each(|message| session.receive(message, &mut send));
    let result = received.map(|()| sent).map_err(|confusion| confusion.to_string());
    (result, lines.into_inner())
}

/// The moves of an answer as (match, decision, action).
fn moves(request: &Request) -> Vec<(&str, u32, u32)> {
    match request {
        Request::Moves(moves) => moves.moves.iter().map(|one| (&*one.match_id, one.decision, one.action)).collect(),
        _ => Vec::new(),
    }
}

#[test]
fn a_list_of_questions_is_answered_in_one_message() {
    let sent = heard(3, vec![game(), start("m1"), start("m2"), asked(&[("m2", 7), ("m1", 4)])]).0.unwrap();
    assert_eq!(sent[0], Request::Ready(Ready { match_id: "m1".into() }));
    assert_eq!(sent[1], Request::Ready(Ready { match_id: "m2".into() }));
    assert_eq!(moves(&sent[2]), [("m2", 7, 1), ("m1", 4, 1)]);
    assert_eq!(sent.len(), 3);
}

#[test]
fn hello_says_who_the_bot_is() {
    let (join, log) = (|_: &Match| Box::new(LastLegal(0)) as Box<dyn Player>, |_: &str| ());
    let Some(Request::Hello(hello)) = Session::new(&ABOUT, &join, &log).hello("secret".into()).payload else {
        panic!("no Hello")
    };
    assert_eq!((&*hello.token, &*hello.name, hello.protocol_version, hello.max_in_flight), ("secret", "last", 1, 8));
}

#[test]
fn notes_over_the_limit_are_left_out_and_logged() {
    let (sent, log) = heard(NOTES_LIMIT, vec![game(), start("m"), asked(&[("m", 1)])]);
    let sent = sent.unwrap();
    assert!(matches!(&sent[1], Request::Moves(moves) if moves.moves[0].notes.is_none()));
    assert!(log[0].starts_with("notes left out"), "{log:?}");
}

#[test]
fn notes_of_a_message_stay_within_the_limit_together() {
    let sent = heard(NOTES_LIMIT / 2, vec![game(), start("m"), asked(&[("m", 1), ("m", 2), ("m", 3)])]).0.unwrap();
    assert_eq!(sent[1..].iter().map(moves).collect::<Vec<_>>(), [[("m", 1, 1)], [("m", 2, 1)], [("m", 3, 1)]]);
}

#[test]
fn what_the_kit_cannot_follow_is_an_error() {
    let error = |messages| heard(0, messages).0.unwrap_err();
    assert_eq!(error(vec![start("m")]), "the referee started match m of a game that it never described");
    assert_eq!(error(vec![asked(&[("m", 1)])]), "the referee asked for a move in match m, which it never started");
    let Response::Decisions(mut strange) = asked(&[("m", 1)]) else { panic!("no question") };
    strange.decisions[0].legal = vec![2];
    let error = error(vec![game(), start("m"), Response::Decisions(strange)]);
    assert!(error.starts_with("action 2 is not in the action table"), "{error}");
}

#[test]
fn own_faults_are_logged() {
    let Response::Decisions(mut faulty) = asked(&[("m", 9)]) else { panic!("no question") };
    faulty.decisions[0].faults = vec![Fault {
        code: FaultCode::IllegalAction.into(),
        reason: "ROUTE_TAKEN".into(),
        decision: Some(8),
        ..Default::default()
    }];
    let log = heard(0, vec![game(), start("m"), Response::Decisions(faulty)]).1;
    assert_eq!(log, ["fault ILLEGAL_ACTION (ROUTE_TAKEN) at decision 8 of match m: "]);
}

#[test]
fn the_session_is_over_after_goodbye() {
    let (join, log) = (|_: &Match| Box::new(LastLegal(0)) as Box<dyn Player>, |_: &str| ());
    let mut session = Session::new(&ABOUT, &join, &log);
    let goodbye = Goodbye { reason: GoodbyeReason::Done.into(), ..Default::default() };
    session.receive(Response::Goodbye(goodbye), &mut |_| ()).unwrap();
    assert_eq!(session.goodbye.unwrap().reason(), GoodbyeReason::Done);
}
