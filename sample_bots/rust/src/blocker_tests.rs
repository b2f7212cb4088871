use std::rc::Rc;

use super::*;
use crate::kit::Match;
use crate::kit::proto::{Bonus, Card, City, Numbers, Observation, Offer, Route, SeatFacts, Ticket};

/// The board of these tests. Route i has index i in this order; all are grey but the first.
///
/// ```text
/// 0 --2 red-- 1 --2-- 2 --2-- 3
///             1 --4-- 4 --4-- 2
/// ```
fn tiny() -> Game {
    let route = |city_a, city_b, length, points| Route { city_a, city_b, length, points, ..Default::default() };
    let ticket = |city_a, city_b, points| Ticket { city_a, city_b, points, ..Default::default() };
    let card = |name: &str| Card { name: name.into(), ..Default::default() };
    let red = Route { colour: Some(0), ..route(0, 1, 2, 2) };
    Game {
        edition: "tiny".into(),
        players: 2,
        cards: vec![card("red"), card("blue"), card("locomotive")],
        cities: vec![City::default(); 5],
        routes: vec![red, route(1, 2, 2, 2), route(2, 3, 2, 2), route(1, 4, 4, 7), route(2, 4, 4, 7)],
        tickets: vec![ticket(0, 1, 8), ticket(1, 3, 20), ticket(0, 3, 5)],
        numbers: Some(Numbers { trains: 20, double_closed: true, ..Default::default() }),
        bonuses: vec![Bonus { kind: BonusKind::Stations.into(), points: 4, ..Default::default() }],
        ..Default::default()
    }
}

/// An empty board as seat 0 sees it.
fn view(kind: DecisionKind) -> Observation {
    let seat = SeatFacts { trains: 20, tickets_kept: 1, ..Default::default() };
    Observation {
        kind: kind.into(),
        hand: vec![0, 0, 0],
        route_owners: vec![-1; 5],
        seats: vec![seat.clone(), seat],
        ..Default::default()
    }
}

fn drawing(cards: &[u32]) -> Vec<Action> {
    let faced = cards.iter().map(|&card| Action { card: Some(card), ..action(ActionKind::DrawCard) });
    [action(ActionKind::DrawDeck)].into_iter().chain(faced).collect()
}

fn action(kind: ActionKind) -> Action {
    Action { kind: kind.into(), ..Default::default() }
}

fn claim(route: u32, colour: u32, colour_cards: u32) -> Action {
    let (route, colour, colour_cards) = (Some(route), Some(colour), Some(colour_cards));
    Action { route, colour, colour_cards, locomotives: Some(0), ..action(ActionKind::Claim) }
}

/// The action that the bot plays at seat 0 of the tiny board.
fn played(view: &Observation, mut legal: Vec<Action>) -> Action {
    for (id, action) in legal.iter_mut().enumerate() {
        action.id = id as u32;
    }
    let about = Match { id: "m".into(), game: Rc::new(tiny()), seat: 0, seed: Vec::new() };
    let position = Position { about: &about, view, legal: legal.iter().collect(), deadline: None };
    let answer = Blocker::new(&about.game).choose(&position);
    legal[answer.action as usize].clone()
}

/// The rival's network that shows what it is after: it owns 2-3, and 1-2 would complete the ticket 1-3.
fn threatened() -> Observation {
    let mut view = view(DecisionKind::Main);
    view.route_owners[2] = 1;
    view.seats[1].trains = 6;
    view
}

#[test]
fn what_a_rival_seems_to_need_is_weighed() {
    let (game, view) = (tiny(), threatened());
    let needs = needs(&Board::new(&game), &game, &view, 0);
    assert!(needs[1] > needs[0] && needs[1] > 9.0, "{needs:?}");
    assert_eq!(needs[2], 0.0, "what it owns cannot be taken from it");
}

#[test]
fn own_tickets_are_not_suspected() {
    let (game, mut view) = (tiny(), threatened());
    view.tickets = vec![1];
    assert!(needs(&Board::new(&game), &game, &view, 0)[1] < 9.0);
}

#[test]
fn it_takes_what_a_rival_needs_with_cards_that_it_can_spare() {
    let mut view = threatened();
    view.hand = vec![1, 2, 0];
    view.tickets = vec![0];
    let legal = [drawing(&[0]), vec![claim(1, 1, 2)]].concat();
    assert_eq!(played(&view, legal).route, Some(1));
}

#[test]
fn it_does_not_block_with_cards_that_its_ticket_needs() {
    let mut view = threatened();
    view.hand = vec![2, 0, 0];
    view.tickets = vec![0];
    let legal = [drawing(&[0]), vec![claim(0, 0, 2), claim(1, 0, 2)]].concat();
    assert_eq!(played(&view, legal).route, Some(0));
}

#[test]
fn without_a_threat_it_works_for_its_ticket() {
    let mut view = view(DecisionKind::Main);
    view.hand = vec![1, 2, 0];
    view.tickets = vec![0];
    let legal = [drawing(&[1, 0]), vec![claim(1, 1, 2)]].concat();
    let drawn = played(&view, legal);
    assert_eq!((drawn.kind(), drawn.card), (ActionKind::DrawCard, Some(0)));
}

#[test]
fn it_keeps_the_tickets_that_its_trains_can_connect() {
    let mut view = view(DecisionKind::KeepTickets);
    view.seats[0].trains = 4;
    view.offer = Some(Offer { tickets: vec![0, 1], keep_minimum: 1, keep_maximum: 2 });
    let keep = |mask| Action { keep_mask: Some(mask), ..action(ActionKind::Keep) };
    assert_eq!(played(&view, vec![keep(1), keep(2), keep(3)]).keep_mask, Some(2));
}

#[test]
fn a_station_saves_a_ticket_that_has_no_way_left() {
    let mut view = view(DecisionKind::Main);
    view.route_owners = vec![1, -1, -1, -1, -1];
    view.tickets = vec![0];
    view.hand = vec![0, 1, 0];
    let station =
        |city| Action { city: Some(city), colour: Some(1), colour_cards: Some(1), ..action(ActionKind::Station) };
    let legal = [drawing(&[]), vec![station(4), station(1)]].concat();
    assert_eq!(played(&view, legal).city, Some(1));
}

#[test]
fn a_last_turn_completes_a_ticket_before_it_takes_points() {
    let mut view = view(DecisionKind::Main);
    view.turns_left = Some(1);
    view.tickets = vec![0];
    let legal = [drawing(&[]), vec![claim(3, 1, 4), claim(0, 0, 2)]].concat();
    assert_eq!(played(&view, legal).route, Some(0));
}

#[test]
fn any_kind_of_question_gets_a_legal_answer() {
    for kind in (0..9).map(|kind| DecisionKind::try_from(kind).unwrap()) {
        assert_eq!(played(&view(kind), vec![action(ActionKind::Pass)]).kind(), ActionKind::Pass);
    }
}

#[test]
fn the_same_question_gets_the_same_answer() {
    let mut view = threatened();
    view.hand = vec![1, 1, 1];
    view.tickets = vec![0, 2];
    let ask = || played(&view, [drawing(&[0, 1, 2]), vec![claim(0, 0, 2), claim(1, 1, 2)]].concat());
    assert!((0..20).all(|_| ask() == ask()));
}
