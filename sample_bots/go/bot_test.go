package main

import (
	"testing"

	"google.golang.org/protobuf/proto"

	"example.com/longtrail/kit"
	pb "example.com/longtrail/refereev1"
)

// The board of these tests:
//
//	0 --6 red-- 1 --6 blue-- 2 --2 grey-- 3
//	            1 --1 grey-- 4
//
// Route i has index i in this order.
func tiny() *pb.Game {
	colour := func(card uint32) *uint32 { return &card }
	routes := []*pb.Route{
		{CityA: 0, CityB: 1, Length: 6, Points: 15, Colour: colour(0)},
		{CityA: 1, CityB: 2, Length: 6, Points: 15, Colour: colour(1)},
		{CityA: 2, CityB: 3, Length: 2, Points: 2},
		{CityA: 1, CityB: 4, Length: 1, Points: 1},
	}
	return &pb.Game{
		Edition: "tiny", Players: 2,
		Cards:   []*pb.Card{{Name: "red"}, {Name: "blue"}, {Name: "locomotive", Locomotive: true}},
		Cities:  make([]*pb.City, 5),
		Routes:  routes,
		Tickets: []*pb.Ticket{{CityA: 0, CityB: 2, Points: 9}, {CityA: 3, CityB: 4, Points: 3}},
		Numbers: &pb.Numbers{Trains: 20, DrawTickets: 2, DoubleClosed: true},
		Bonuses: []*pb.Bonus{
			{Kind: pb.BonusKind_BONUS_KIND_LONGEST_TRAIL, Points: 10},
			{Kind: pb.BonusKind_BONUS_KIND_STATIONS, Points: 4},
		},
	}
}

// asking gives a question to seat 0 on the tiny board; change says what differs from an empty one.
func asking(kind pb.DecisionKind, legal []*pb.Action, change func(*pb.Observation)) *table {
	view := &pb.Observation{
		Kind: kind, Hand: []uint32{0, 0, 0}, RouteOwners: []int32{-1, -1, -1, -1},
		Seats: []*pb.SeatFacts{{Trains: 20}, {Trains: 20}},
	}
	change(view)
	match := &kit.Match{Game: tiny()}
	return newTable(newBoard(match.Game), &kit.Position{Match: match, Kind: kind, View: view, Legal: legal})
}

func drawing(cards ...uint32) []*pb.Action {
	actions := []*pb.Action{{Kind: pb.ActionKind_ACTION_KIND_DRAW_DECK, Text: "draw deck"}}
	for _, card := range cards {
		actions = append(actions, &pb.Action{Kind: pb.ActionKind_ACTION_KIND_DRAW_CARD, Card: &card, Text: "draw card"})
	}
	return actions
}

func claiming(route uint32, colour uint32, cards, locomotives uint32) *pb.Action {
	return &pb.Action{
		Kind: pb.ActionKind_ACTION_KIND_CLAIM, Route: &route, Colour: &colour, ColourCards: &cards, Locomotives: &locomotives,
	}
}

const mainTurn = pb.DecisionKind_DECISION_KIND_MAIN

func TestTheTrailJoinsTheLongRoutes(t *testing.T) {
	table := asking(mainTurn, nil, func(*pb.Observation) {})
	plan := table.plan(nil)
	if !plan.links.has(0) || !plan.links.has(1) || plan.links.has(3) {
		t.Errorf("planned %v", table.missing(plan))
	}
}

func TestATrailNeverTakesMoreTrainsThanAreLeft(t *testing.T) {
	table := asking(mainTurn, nil, func(view *pb.Observation) { view.Seats[0].Trains = 8 })
	if plan := table.plan(nil); plan.trains > 8 {
		t.Errorf("%d trains", plan.trains)
	}
}

func TestOwnLinksAreUsedForNothing(t *testing.T) {
	table := asking(mainTurn, nil, func(view *pb.Observation) {
		view.RouteOwners[0] = 0
		view.Seats[0].Trains = 6
	})
	if plan := table.plan([]uint32{0}); !plan.links.has(0) || !plan.links.has(1) || plan.trains != 6 {
		t.Errorf("planned %v with %d trains", table.missing(plan), plan.trains)
	}
}

func TestItKeepsTheTicketThatFitsTheTrail(t *testing.T) {
	masks := []uint32{1, 2, 3}
	var legal []*pb.Action
	for i := range masks {
		legal = append(legal, &pb.Action{Kind: pb.ActionKind_ACTION_KIND_KEEP, KeepMask: &masks[i]})
	}
	table := asking(pb.DecisionKind_DECISION_KIND_KEEP_TICKETS, legal, func(view *pb.Observation) {
		view.Offer = &pb.Offer{Tickets: []uint32{0, 1}, KeepMinimum: 1, KeepMaximum: 2}
	})
	if kept := table.choose(); kept.GetKeepMask() != 1 {
		t.Errorf("kept %b", kept.GetKeepMask())
	}
}

func TestItDrawsWhatTheTrailLacks(t *testing.T) {
	table := asking(mainTurn, drawing(0, 1), func(view *pb.Observation) { view.Hand[1] = 4 })
	if drawn := table.choose(); drawn.GetCard() != 1 || drawn.Kind != pb.ActionKind_ACTION_KIND_DRAW_CARD {
		t.Errorf("drew %v", drawn)
	}
}

func TestItClaimsALinkOfTheTrailInItsColour(t *testing.T) {
	legal := append(drawing(0), claiming(1, 1, 6, 0), claiming(1, 1, 5, 1), claiming(3, 1, 1, 0))
	table := asking(mainTurn, legal, func(view *pb.Observation) { view.Hand = []uint32{0, 6, 1} })
	if claim := table.choose(); claim.GetRoute() != 1 || claim.GetLocomotives() != 0 {
		t.Errorf("played %v", claim)
	}
}

func TestCardsOfALongLinkAreNotSpentOnAShortOne(t *testing.T) {
	legal := append(drawing(1), claiming(2, 1, 2, 0))
	table := asking(mainTurn, legal, func(view *pb.Observation) { view.Hand[1] = 5 })
	if played := table.choose(); played.Kind != pb.ActionKind_ACTION_KIND_DRAW_CARD {
		t.Errorf("played %v", played)
	}
}

func TestALastTurnTakesTheStationThatSavesATicket(t *testing.T) {
	city := uint32(2)
	station := &pb.Action{Kind: pb.ActionKind_ACTION_KIND_STATION, City: &city}
	legal := append(drawing(0), claiming(3, 0, 1, 0), station)
	table := asking(mainTurn, legal, func(view *pb.Observation) {
		view.RouteOwners = []int32{0, 1, -1, -1}
		view.Tickets = []uint32{0}
		view.TurnsLeft = proto.Uint32(2)
	})
	if played := table.choose(); played != station {
		t.Errorf("played %v", played)
	}
}

func TestAnyKindOfQuestionGetsALegalAnswer(t *testing.T) {
	pass := &pb.Action{Kind: pb.ActionKind_ACTION_KIND_PASS}
	for kind := range pb.DecisionKind_name {
		table := asking(pb.DecisionKind(kind), []*pb.Action{pass}, func(*pb.Observation) {})
		if played := table.choose(); played != pass {
			t.Errorf("%v: played %v", pb.DecisionKind(kind), played)
		}
	}
}

func TestTheSameQuestionGetsTheSameAnswer(t *testing.T) {
	ask := func() *pb.Action {
		return asking(mainTurn, drawing(0, 1, 2), func(view *pb.Observation) { view.Hand = []uint32{2, 2, 0} }).choose()
	}
	first := ask()
	for range 20 {
		if again := ask(); !proto.Equal(again, first) {
			t.Fatalf("played %v, then %v", first, again)
		}
	}
}
