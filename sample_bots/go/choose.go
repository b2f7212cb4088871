package main

import (
	"fmt"
	"math"

	"example.com/longtrail/kit"
	pb "example.com/longtrail/refereev1"
)

const (
	// worthATurn is what drawing tickets must promise, in points, to be better than going on.
	worthATurn = 4
	// quietTrains is how many trains everybody must have left for new tickets to be finished in time.
	quietTrains = 12
	// worthADepot is how many cards in a warehouse are worth a depot of the reserve.
	worthADepot = 3
)

// join prepares a match. The bot remembers nothing but the board: each question is answered from what it shows.
func join(match *kit.Match) kit.Chooser {
	b := newBoard(match.Game)
	return func(p *kit.Position) *pb.Action { return newTable(b, p).choose() }
}

func (t *table) choose() *pb.Action {
	switch t.Kind {
	case pb.DecisionKind_DECISION_KIND_KEEP_TICKETS:
		return t.keep()
	case pb.DecisionKind_DECISION_KIND_MAIN:
		return t.main()
	case pb.DecisionKind_DECISION_KIND_FIRST_CARD, pb.DecisionKind_DECISION_KIND_SECOND_CARD:
		return t.draw(t.wishes(t.missing(t.plan(t.View.Tickets))))
	case pb.DecisionKind_DECISION_KIND_TUNNEL:
		return t.tunnel()
	case pb.DecisionKind_DECISION_KIND_PICK:
		return t.pick()
	case pb.DecisionKind_DECISION_KIND_START_DEPOT:
		return t.firstDepot()
	case pb.DecisionKind_DECISION_KIND_PLACE_DEPOT:
		return t.first(pb.ActionKind_ACTION_KIND_DEPOT_NONE) // depots in reserve score, and pay for picks
	}
	return t.Legal[0] // a question of a newer referee
}

// first gives the first legal action of a kind, or the first of all.
func (t *table) first(kind pb.ActionKind) *pb.Action {
	for _, action := range t.OfKind(kind) {
		return action
	}
	return t.Legal[0]
}

// keep takes the part of the offer with which the best trail is worth most.
func (t *table) keep() *pb.Action {
	var best *pb.Action
	most := math.Inf(-1)
	for _, action := range t.Legal {
		tickets := append([]uint32{}, t.View.Tickets...)
		for i, offered := range t.View.GetOffer().GetTickets() {
			if action.GetKeepMask()>>i&1 == 1 {
				tickets = append(tickets, offered)
			}
		}
		if plan := t.plan(tickets); plan.value > most {
			best, most = action, plan.value
		}
	}
	return best
}

// main claims what the trail needs, else draws cards for it; tickets when many fit it, and points when the end is near.
func (t *table) main() *pb.Action {
	if t.ending() {
		return t.finish()
	}
	plan := t.plan(t.View.Tickets)
	wishes := t.wishes(t.missing(plan))
	t.remark(plan, wishes)
	if claim := t.claim(wishes); claim != nil {
		return claim
	}
	if tickets := t.OfKind(pb.ActionKind_ACTION_KIND_TICKETS); len(tickets) > 0 && t.promise(plan) > worthATurn {
		return tickets[0]
	}
	return t.draw(wishes)
}

func (t *table) remark(plan trail, wishes []wish) {
	t.Note(fmt.Sprintf("a trail with %d more trains, worth %.1f", plan.trains, plan.value))
	for _, wish := range wishes {
		t.Weigh(wish.track, float64(t.links[wish.link].points))
	}
}

// ending tells whether this is the seat's last turn: in the last round each seat has one.
func (t *table) ending() bool {
	return t.View.TurnsLeft != nil
}

// claim gives the claim of the first wish that can be paid.
func (t *table) claim(wishes []wish) *pb.Action {
	for _, wish := range wishes {
		if wish.missing > 0 {
			continue
		}
		if claim := t.payment(wish.track, wish.colour); claim != nil {
			return claim
		}
	}
	return nil
}

// payment gives the claim of a track with fewest locomotives, in this colour if that is possible.
func (t *table) payment(track, colour int) *pb.Action {
	var best *pb.Action
	least := math.MaxInt
	for _, claim := range t.OfKind(pb.ActionKind_ACTION_KIND_CLAIM) {
		if int(claim.GetRoute()) != track {
			continue
		}
		price := int(claim.GetLocomotives())
		if claim.Colour != nil && int(*claim.Colour) != colour {
			price += 1 << 8
		}
		if price < least {
			best, least = claim, price
		}
	}
	return best
}

// promise is what drawing tickets may bring, in points: those that the planned trail connects anyway win, and one must
// be kept even if none does.
func (t *table) promise(plan trail) float64 {
	open := 0
	for _, index := range t.View.Tickets {
		held := t.Game.Tickets[index]
		own := ticket{int(held.CityA), int(held.CityB), int(held.Points)}
		if !own.fits(&t.reach[own.a]) {
			open++
		}
	}
	if t.fewestTrains() < quietTrains || open > 1 {
		return 0
	}
	fitting, points, others, lost := 0.0, 0.0, 0.0, 0.0
	for _, facts := range t.Game.Tickets {
		other := ticket{int(facts.CityA), int(facts.CityB), int(facts.Points)}
		switch {
		case facts.IsLong:
		case other.fits(&plan.cities):
			fitting, points = fitting+1, points+float64(other.points)
		default:
			others, lost = others+1, lost+float64(other.points)
		}
	}
	drawn := float64(t.Game.Numbers.DrawTickets)
	none := math.Pow(others/(fitting+others), drawn)
	return trust*drawn*points/(fitting+others) - none*lost/max(1, others)
}

func (t *table) fewestTrains() int {
	fewest := math.MaxInt
	for _, seat := range t.View.Seats {
		fewest = min(fewest, int(seat.Trains))
	}
	return fewest
}

// draw takes a face-up card that the foremost wish lacks, else the top of the deck. A locomotive costs the second card:
// it is worth that when it is the last card of a wish.
func (t *table) draw(wishes []wish) *pb.Action {
	for _, deposit := range t.OfKind(pb.ActionKind_ACTION_KIND_DEPOSIT) {
		if int(deposit.GetSeat()) == t.Seat {
			return deposit
		}
	}
	faceUp := map[int]*pb.Action{}
	for _, action := range t.OfKind(pb.ActionKind_ACTION_KIND_DRAW_CARD) {
		faceUp[int(action.GetCard())] = action
	}
	locomotive := faceUp[len(t.Game.Cards)-1]
	for _, wish := range wishes {
		if action := faceUp[wish.colour]; wish.missing > 0 && action != nil {
			return action
		}
		if wish.missing == 1 && locomotive != nil {
			return locomotive
		}
	}
	return t.first(pb.ActionKind_ACTION_KIND_DRAW_DECK)
}

// tunnel adds the extra cards with fewest locomotives, if it can.
func (t *table) tunnel() *pb.Action {
	best := t.first(pb.ActionKind_ACTION_KIND_DECLINE)
	for i, pay := range t.OfKind(pb.ActionKind_ACTION_KIND_PAY) {
		if i == 0 || pay.GetLocomotives() < best.GetLocomotives() {
			best = pay
		}
	}
	return best
}

// pick empties the fullest warehouse, unless so little lies there that the depot is better kept.
func (t *table) pick() *pb.Action {
	best := t.first(pb.ActionKind_ACTION_KIND_PICK_NONE)
	most := uint32(worthADepot - 1)
	for _, pick := range t.OfKind(pb.ActionKind_ACTION_KIND_PICK) {
		if size := t.View.Seats[pick.GetSeat()].WarehouseSize; size > most {
			best, most = pick, size
		}
	}
	return best
}

// firstDepot goes where most links of the trail meet: claims there open the warehouse.
func (t *table) firstDepot() *pb.Action {
	meeting := make([]int, len(t.Game.Cities))
	for _, link := range t.missing(t.plan(t.View.Tickets)) {
		meeting[t.links[link].a]++
		meeting[t.links[link].b]++
	}
	best := t.Legal[0]
	for _, depot := range t.OfKind(pb.ActionKind_ACTION_KIND_DEPOT) {
		if meeting[depot.GetCity()] > meeting[best.GetCity()] {
			best = depot
		}
	}
	return best
}
