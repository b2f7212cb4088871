package main

import pb "example.com/longtrail/refereev1"

// finish plays a last turn: the claim or station that brings most at once. A ticket counts twice, since it is won and
// not lost.
func (t *table) finish() *pb.Action {
	var best *pb.Action
	most := 0
	for _, action := range t.OfKind(pb.ActionKind_ACTION_KIND_CLAIM, pb.ActionKind_ACTION_KIND_STATION) {
		worth := t.worth(action)
		if worth > most || worth == most && best != nil && action.GetLocomotives() < best.GetLocomotives() {
			best, most = action, worth
		}
	}
	if best == nil {
		return t.draw(nil)
	}
	return best
}

func (t *table) worth(action *pb.Action) int {
	if action.Kind == pb.ActionKind_ACTION_KIND_STATION {
		return t.stationWorth(int(action.GetCity()))
	}
	route := t.Game.Routes[action.GetRoute()]
	return int(route.Points) + 2*t.completedWith(int(action.GetRoute()))
}

// stationWorth is for the best route of another seat that may be borrowed at the city (EU-34), less what the station
// would have scored unbuilt (EU-33).
func (t *table) stationWorth(city int) int {
	most := 0
	for track, owner := range t.View.RouteOwners {
		route := t.Game.Routes[track]
		touches := int(route.CityA) == city || int(route.CityB) == city
		if touches && owner >= 0 && int(owner) != t.Seat {
			most = max(most, 2*t.completedWith(track))
		}
	}
	return most - t.stationBonus
}

// completedWith is the points of the own tickets that one more track would complete.
func (t *table) completedWith(track int) int {
	route := t.Game.Routes[track]
	joined := t.reach[route.CityA]
	joined.join(t.reach[route.CityB])
	points := 0
	for _, index := range t.View.Tickets {
		held := t.Game.Tickets[index]
		own := ticket{int(held.CityA), int(held.CityB), int(held.Points)}
		if !own.fits(&t.reach[own.a]) && own.fits(&joined) {
			points += own.points
		}
	}
	return points
}
