package main

import (
	"example.com/longtrail/kit"
	pb "example.com/longtrail/refereev1"
)

const (
	// turnCost is what a turn is worth in points when trails are compared.
	turnCost = 1.2
	// cartWorth is about what a merchandise card brings at the end.
	cartWorth = 2
)

// A table is one question with the seat's network worked out.
type table struct {
	*kit.Position
	*network
}

func newTable(b *board, p *kit.Position) *table {
	return &table{p, newNetwork(b, p.View, p.Seat)}
}

// plan gives the trail to build for some tickets.
func (t *table) plan(tickets []uint32) trail {
	s := search{network: t.network, trains: int(t.Me().Trains), gains: t.gains()}
	for _, index := range tickets {
		wanted := t.Game.Tickets[index]
		open := ticket{int(wanted.CityA), int(wanted.CityB), int(wanted.Points)}
		if !open.fits(&t.reach[open.a]) {
			s.tickets = append(s.tickets, open)
		}
	}
	return s.best()
}

// gains is what each link brings: its points if it is to be claimed, less the turns that takes, and its share of the bonus
// for the longest trail.
func (t *table) gains() []float64 {
	gains := make([]float64, len(t.links))
	hand := t.hand()
	for i, link := range t.links {
		gains[i] = float64(t.trailBonus*link.length) / float64(t.Game.Numbers.Trains)
		if !t.open[i] {
			continue
		}
		gains[i] += float64(link.points) - turnCost*t.wish(i, hand).turns()
		if t.merchandise && t.Game.Routes[link.tracks[0]].Cart {
			gains[i] += cartWorth
		}
	}
	return gains
}

func (t *table) hand() []int {
	hand := make([]int, len(t.View.Hand))
	for card, count := range t.View.Hand {
		hand[card] = int(count)
	}
	return hand
}

// A wish is a link to claim by one of its tracks, the colour to pay with and the number of cards that are not there yet.
type wish struct {
	link, track, colour, missing int
}

func (w wish) turns() float64 { return 1 + float64(w.missing)/2 }

// wish gives the open track of a link that takes fewest cards more than a hand has.
func (t *table) wish(link int, hand []int) wish {
	best := wish{link: link, missing: 1 << 16}
	for _, track := range t.openTracks(t.View, link) {
		colour, missing := t.lacking(t.Game.Routes[track], hand)
		if missing < best.missing {
			best = wish{link, track, colour, missing}
		}
	}
	return best
}

// lacking gives the colour to pay a track with and how many cards of it are missing. Ferries and tunnels are reckoned
// with what they need for sure.
func (t *table) lacking(route *pb.Route, hand []int) (colour, missing int) {
	locomotive := len(hand) - 1
	if route.Colour != nil {
		colour = int(*route.Colour)
	} else {
		for card := range hand[:locomotive] {
			if hand[card] > hand[colour] {
				colour = card
			}
		}
	}
	length := int(route.Length)
	coloured := min(hand[colour], length-int(route.FerryLocomotives))
	return colour, max(0, length-coloured-hand[locomotive])
}

// wishes sets the hand aside for one link after the other, those first that bring most points a turn. Cards that one of
// them needs are so never spent on a lesser one.
func (t *table) wishes(links []int) []wish {
	hand, found := t.hand(), []wish{}
	waiting := append([]int{}, links...)
	for len(waiting) > 0 {
		at, best, rate := 0, wish{}, -1.0
		for i, link := range waiting {
			option := t.wish(link, hand)
			if worth := float64(t.links[link].points) / option.turns(); worth > rate {
				at, best, rate = i, option, worth
			}
		}
		found = append(found, best)
		spend(hand, best, t.links[best.link].length)
		waiting = append(waiting[:at], waiting[at+1:]...)
	}
	return found
}

func spend(hand []int, w wish, length int) {
	coloured := min(hand[w.colour], length)
	hand[w.colour] -= coloured
	locomotive := len(hand) - 1
	hand[locomotive] -= min(hand[locomotive], length-coloured)
}
