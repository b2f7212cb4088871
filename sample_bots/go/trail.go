package main

import (
	"cmp"
	"slices"
)

const (
	// width is how many trails of each number of trains the search keeps.
	width = 20
	// seeds is how many trails it looks at that take no train at all: those over the seat's own links.
	seeds = 1500
	// trust is how likely a ticket on the planned trail is thought to be completed in the end.
	trust = 0.75
)

// A trail is a walk that takes no link twice. Whatever lies on it is connected, so a ticket fits a trail when both of
// its cities do.
type trail struct {
	ends   [2]int
	links  linkSet
	cities citySet // those that it passes, and those that the seat has connected with them
	trains int     // to place for the links that the seat does not own yet
	gain   float64 // points of those links and their length, less the turns that they take
	value  float64 // the same with the tickets
}

// A search looks for the most valuable trail that the seat's trains can build, its own links used for nothing.
type search struct {
	*network
	trains  int
	gains   []float64 // by link
	tickets []ticket
	seen    map[key]bool
}

// A ticket that is still to be connected.
type ticket struct{ a, b, points int }

type key struct {
	links linkSet
	ends  [2]int
}

// best gives the most valuable trail. For each number of trains the best trails of that number are extended at both
// ends, from none to all trains: a beam search that compares like with like.
func (s *search) best() trail {
	s.seen = map[key]bool{}
	byTrains := make([][]trail, s.trains+1)
	for city := range s.steps {
		s.keep(byTrains, trail{ends: [2]int{city, city}, cities: s.reach[city]})
	}
	best := byTrains[0][0]
	for trains := range byTrains {
		limit := seeds
		if trains > 0 {
			limit = 2 * width
			byTrains[trains] = foremost(byTrains[trains])
		}
		for i := 0; i < min(limit, len(byTrains[trains])); i++ {
			if found := byTrains[trains][i]; found.value > best.value {
				best = found
			}
			s.extend(byTrains, byTrains[trains][i])
		}
	}
	return best
}

// foremost gives the most valuable of some trails.
func foremost(trails []trail) []trail {
	slices.SortStableFunc(trails, func(a, b trail) int { return cmp.Compare(b.value, a.value) })
	return trails[:min(width, len(trails))]
}

func (s *search) extend(byTrains [][]trail, t trail) {
	for side, end := range t.ends {
		for _, step := range s.steps[end] {
			if t.links.has(step.link) || !s.open[step.link] && !s.owned[step.link] {
				continue
			}
			longer := t
			longer.ends[side] = step.city
			longer.links.add(step.link)
			longer.cities.join(s.reach[step.city])
			longer.gain += s.gains[step.link]
			if !s.owned[step.link] {
				longer.trains += s.links[step.link].length
			}
			s.keep(byTrains, longer)
		}
	}
}

// keep files a trail by its trains, unless it needs too many or is known.
func (s *search) keep(byTrains [][]trail, t trail) {
	if t.trains > s.trains {
		return
	}
	known := key{t.links, [2]int{min(t.ends[0], t.ends[1]), max(t.ends[0], t.ends[1])}}
	if s.seen[known] {
		return
	}
	s.seen[known] = true
	t.value = t.gain
	for _, ticket := range s.tickets {
		t.value -= float64(ticket.points)
		if ticket.fits(&t.cities) {
			t.value += 2 * trust * float64(ticket.points)
		}
	}
	byTrains[t.trains] = append(byTrains[t.trains], t)
}

func (t ticket) fits(cities *citySet) bool { return cities.has(t.a) && cities.has(t.b) }

// missing gives the links of a trail that are still to be claimed.
func (n *network) missing(t trail) []int {
	var found []int
	for link := range n.links {
		if t.links.has(link) && !n.owned[link] {
			found = append(found, link)
		}
	}
	return found
}
