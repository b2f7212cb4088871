package main

import (
	"example.com/my-bot/kit"
	pb "example.com/my-bot/refereev1"
)

// choose answers a question with one of its legal actions: the claim of the longest route, else the first one, which is
// a card from the deck most of the time.
func choose(position *kit.Position) *pb.Action {
	best, length := position.Legal[0], uint32(0)
	for _, claim := range position.OfKind(pb.ActionKind_ACTION_KIND_CLAIM) {
		if route := position.Game.Routes[claim.GetRoute()]; route.Length > length {
			best, length = claim, route.Length
		}
	}
	return best
}
