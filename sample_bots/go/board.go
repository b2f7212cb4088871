package main

import pb "example.com/longtrail/refereev1"

// A citySet has a bit for each city: the protocol allows 256 of them.
type citySet [4]uint64

func (s *citySet) add(city int)      { s[city>>6] |= 1 << (city & 63) }
func (s *citySet) has(city int) bool { return s[city>>6]>>(city&63)&1 != 0 }
func (s *citySet) join(other citySet) {
	for i, bits := range other {
		s[i] |= bits
	}
}

// A linkSet has a bit for each link: the protocol allows 512 routes.
type linkSet [8]uint64

func (s *linkSet) add(link int)      { s[link>>6] |= 1 << (link & 63) }
func (s *linkSet) has(link int) bool { return s[link>>6]>>(link&63)&1 != 0 }

// A link is two neighbouring cities with the tracks between them: one, or the two of a double route.
type link struct {
	a, b, length, points int
	tracks               []int
}

// A step leaves a city by a link to the city at its other end.
type step struct{ link, city int }

// A board is the part of a game that never changes, arranged for walking about on it.
type board struct {
	game  *pb.Game
	links []link
	steps [][]step // by city
	// trailBonus is what the longest trail is worth at the end, 0 in editions that do not reward it.
	trailBonus, stationBonus int
	merchandise              bool
}

func newBoard(game *pb.Game) *board {
	b := &board{game: game, steps: make([][]step, len(game.Cities))}
	for i, route := range game.Routes {
		if route.Sibling == nil || int(*route.Sibling) > i {
			b.addLink(i, route)
		}
	}
	for _, bonus := range game.Bonuses {
		switch bonus.Kind {
		case pb.BonusKind_BONUS_KIND_LONGEST_TRAIL:
			b.trailBonus = int(bonus.Points)
		case pb.BonusKind_BONUS_KIND_STATIONS:
			b.stationBonus = int(bonus.Points)
		case pb.BonusKind_BONUS_KIND_MERCHANDISE:
			b.merchandise = true
		}
	}
	return b
}

func (b *board) addLink(track int, route *pb.Route) {
	added := link{int(route.CityA), int(route.CityB), int(route.Length), int(route.Points), []int{track}}
	if route.Sibling != nil {
		added.tracks = append(added.tracks, int(*route.Sibling))
	}
	b.steps[added.a] = append(b.steps[added.a], step{len(b.links), added.b})
	b.steps[added.b] = append(b.steps[added.b], step{len(b.links), added.a})
	b.links = append(b.links, added)
}

// A network is what one seat has made of the board.
type network struct {
	*board
	owned []bool // by link
	open  []bool // by link: the seat may still claim one of its tracks (C-37, C-38)
	// reach of each city: the cities that the seat has connected with it, itself included.
	reach []citySet
}

func newNetwork(b *board, view *pb.Observation, seat int) *network {
	n := &network{b, make([]bool, len(b.links)), make([]bool, len(b.links)), nil}
	trains := int(view.Seats[seat].Trains)
	for i, link := range b.links {
		free := 0
		for _, track := range link.tracks {
			switch int(view.RouteOwners[track]) {
			case seat:
				n.owned[i] = true
			case -1:
				free++
			}
		}
		taken := free < len(link.tracks)
		shut := n.owned[i] || free == 0 || (taken && b.game.Numbers.DoubleClosed)
		n.open[i] = !shut && link.length <= trains
	}
	n.reach = b.reach(func(link int) bool { return n.owned[link] })
	return n
}

// openTracks gives the tracks of an open link that are free.
func (n *network) openTracks(view *pb.Observation, link int) []int {
	var free []int
	for _, track := range n.links[link].tracks {
		if n.open[link] && view.RouteOwners[track] < 0 {
			free = append(free, track)
		}
	}
	return free
}

// reach gives, by city, all cities that one can get to over some of the links.
func (b *board) reach(usable func(link int) bool) []citySet {
	reach := make([]citySet, len(b.steps))
	for start := range b.steps {
		if reach[start].has(start) {
			continue
		}
		var piece citySet
		piece.add(start)
		cities := []int{start}
		for i := 0; i < len(cities); i++ {
			for _, step := range b.steps[cities[i]] {
				if usable(step.link) && !piece.has(step.city) {
					piece.add(step.city)
					cities = append(cities, step.city)
				}
			}
		}
		for _, city := range cities {
			reach[city] = piece
		}
	}
	return reach
}
