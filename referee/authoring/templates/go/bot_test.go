package main

import (
	"testing"

	"example.com/my-bot/kit"
	pb "example.com/my-bot/refereev1"
)

func claim(route uint32) *pb.Action {
	return &pb.Action{Kind: pb.ActionKind_ACTION_KIND_CLAIM, Route: &route}
}

func asked(legal ...*pb.Action) *kit.Position {
	game := &pb.Game{Routes: []*pb.Route{{Length: 2}, {Length: 6}, {Length: 3}}}
	return &kit.Position{Match: &kit.Match{Game: game}, View: &pb.Observation{}, Legal: legal}
}

func TestItClaimsTheLongestRoute(t *testing.T) {
	draw := &pb.Action{Kind: pb.ActionKind_ACTION_KIND_DRAW_DECK}
	if chosen := choose(asked(draw, claim(0), claim(1), claim(2))); chosen.GetRoute() != 1 {
		t.Errorf("played %v", chosen)
	}
}

func TestWithNothingToClaimItDraws(t *testing.T) {
	draw := &pb.Action{Kind: pb.ActionKind_ACTION_KIND_DRAW_DECK}
	if chosen := choose(asked(draw, &pb.Action{Kind: pb.ActionKind_ACTION_KIND_TICKETS})); chosen != draw {
		t.Errorf("played %v", chosen)
	}
}
