// Package kit turns a function that chooses an action into a bot process that a referee can start.
//
// It speaks the protocol and nothing else: it knows no board, no rules and no strategy.
package kit

import (
	"slices"
	"time"

	pb "example.com/longtrail/refereev1"
)

// A Chooser answers one question with one of its legal actions.
type Chooser func(*Position) *pb.Action

// A Bot says who it is and how it joins a match.
type Bot struct {
	Name, Version string
	// MaxInFlight is the number of matches that it plays at once, at least 1. More than 1 only if nothing of one match
	// can leak into another.
	MaxInFlight uint32
	// Join prepares for a match before any clock runs. What the chooser remembers is remembered for that match alone.
	Join func(*Match) Chooser
}

// A Match is what stays the same from its start to its end.
type Match struct {
	ID   string
	Game *pb.Game
	Seat int
	// Names by seat.
	Names []string
	Clock *pb.Clock
	// Seed is for the bot's own random numbers: with no others, a match that is played again goes the same way.
	Seed []byte
}

// A Position is one question and all that the seat may know when it is asked.
type Position struct {
	*Match
	// Number of the decision in its match.
	Number  uint32
	Kind    pb.DecisionKind
	View    *pb.Observation
	Legal   []*pb.Action
	Strikes uint32
	// Deadline for the answer; zero when there is none.
	Deadline time.Time

	notes *pb.Notes
}

// OfKind gives the legal actions of these kinds, in the order of their ids.
func (p *Position) OfKind(kinds ...pb.ActionKind) []*pb.Action {
	var found []*pb.Action
	for _, action := range p.Legal {
		if slices.Contains(kinds, action.Kind) {
			found = append(found, action)
		}
	}
	return found
}

// Me is what everybody knows about the bot's own seat.
func (p *Position) Me() *pb.SeatFacts { return p.View.Seats[p.Seat] }

// Note writes a text into the replay, beside the answer.
func (p *Position) Note(text string) { p.remarks().Text = text }

// Weigh notes how much the bot cares for a route; each route at most once.
func (p *Position) Weigh(route int, weight float64) {
	notes := p.remarks()
	notes.Routes = append(notes.Routes, &pb.RouteWeight{Route: uint32(route), Weight: float32(weight)})
}

func (p *Position) remarks() *pb.Notes {
	if p.notes == nil {
		p.notes = &pb.Notes{}
	}
	return p.notes
}
