package kit

import (
	"fmt"
	"strings"
	"time"

	"google.golang.org/protobuf/proto"

	pb "example.com/longtrail/refereev1"
)

// notesLimit is the most bytes of notes in one message (bot.proto).
const notesLimit = 16 * 1024

// patience is the thinking time after which answers leave and do not wait for the rest of their message.
const patience = 5 * time.Millisecond

// A session is what a bot process knows while it is connected: the referee's messages go in, the bot's come out.
type session struct {
	bot     Bot
	log     func(format string, args ...any)
	send    func(*pb.PlayRequest) error
	games   map[string]*pb.Game
	matches map[string]*player
	welcome *pb.Welcome
	goodbye *pb.Goodbye
}

type player struct {
	match  *Match
	choose Chooser
}

func newSession(bot Bot, log func(string, ...any), send func(*pb.PlayRequest) error) *session {
	return &session{bot: bot, log: log, send: send, games: map[string]*pb.Game{}, matches: map[string]*player{}}
}

// hello is the first message of the stream.
func (s *session) hello(token string) *pb.PlayRequest {
	return &pb.PlayRequest{Payload: &pb.PlayRequest_Hello{Hello: &pb.Hello{
		Token: token, Name: s.bot.Name, Version: s.bot.Version, Kit: "go-kit 1",
		ProtocolVersion: protocolVersion, MaxInFlight: max(1, s.bot.MaxInFlight),
	}}}
}

// receive takes in one message and sends the answers to it. What this version of the protocol does not know is ignored.
func (s *session) receive(message *pb.PlayResponse) error {
	switch payload := message.Payload.(type) {
	case *pb.PlayResponse_Welcome:
		s.welcome = payload.Welcome
	case *pb.PlayResponse_Game:
		s.games[payload.Game.GameDigest] = payload.Game
	case *pb.PlayResponse_MatchStart:
		return s.start(payload.MatchStart)
	case *pb.PlayResponse_Decisions:
		return s.answer(payload.Decisions.Decisions)
	case *pb.PlayResponse_MatchEnd:
		s.end(payload.MatchEnd)
	case *pb.PlayResponse_Goodbye:
		s.goodbye = payload.Goodbye
	}
	return nil
}

func (s *session) start(start *pb.MatchStart) error {
	game, known := s.games[start.GameDigest]
	if !known {
		return fmt.Errorf("the referee started match %s of a game that it never described", start.MatchId)
	}
	match := &Match{start.MatchId, game, int(start.Seat), start.Names, start.Clock, start.BotSeed}
	s.matches[match.ID] = &player{match, s.bot.Join(match)}
	return s.send(&pb.PlayRequest{Payload: &pb.PlayRequest_Ready{Ready: &pb.Ready{MatchId: match.ID}}})
}

// answer sends one message of moves for one of decisions as long as the bot is quick. A slow bot's answers leave at
// once, since with several matches in flight its clock runs from one answer to the next.
func (s *session) answer(decisions []*pb.Decision) error {
	var moves []*pb.Move
	notes, started := 0, time.Now()
	flush := func() error {
		if len(moves) == 0 {
			return nil
		}
		request := &pb.PlayRequest{Payload: &pb.PlayRequest_Moves{Moves: &pb.Moves{Moves: moves}}}
		moves, notes, started = nil, 0, time.Now()
		return s.send(request)
	}
	for _, decision := range decisions {
		move, err := s.move(decision)
		if err != nil {
			return err
		}
		size := proto.Size(move.Notes)
		if notes+size > notesLimit || time.Since(started) > patience {
			if err := flush(); err != nil {
				return err
			}
		}
		moves, notes = append(moves, move), notes+size
	}
	return flush()
}

func (s *session) move(decision *pb.Decision) (*pb.Move, error) {
	player, known := s.matches[decision.MatchId]
	if !known {
		return nil, fmt.Errorf("the referee asked for a move in match %s, which it never started", decision.MatchId)
	}
	s.tell(player.match, decision.Faults)
	position, err := newPosition(player.match, decision)
	if err != nil {
		return nil, err
	}
	defer s.nameFailure(position)
	action := player.choose(position)
	move := &pb.Move{MatchId: decision.MatchId, Decision: decision.Number, Action: action.GetId(), Notes: position.notes}
	if size := proto.Size(move.Notes); size > notesLimit {
		s.log("notes left out, %d bytes are over %d: %s", size, notesLimit, position.where())
		move.Notes = nil
	}
	return move, nil
}

func newPosition(match *Match, decision *pb.Decision) (*Position, error) {
	position := &Position{
		Match: match, Number: decision.Number, Kind: decision.Observation.GetKind(),
		View: decision.Observation, Strikes: decision.Strikes,
	}
	for _, id := range decision.Legal {
		if int(id) >= len(match.Game.Actions) {
			return nil, fmt.Errorf("action %d is not in the table of %d actions: %s", id, len(match.Game.Actions), position.where())
		}
		position.Legal = append(position.Legal, match.Game.Actions[id])
	}
	if decision.LeftMs != nil {
		position.Deadline = time.Now().Add(time.Duration(*decision.LeftMs) * time.Millisecond)
	}
	return position, nil
}

// nameFailure says which question a panicking bot was at; the panic goes on and prints where in the code.
func (s *session) nameFailure(position *Position) {
	if failure := recover(); failure != nil {
		s.log("the bot failed: %s", position.where())
		panic(failure)
	}
}

func (p *Position) where() string {
	return fmt.Sprintf("match %s (%s, seat %d of %d), decision %d", p.ID, p.Game.Edition, p.Seat, p.Game.Players, p.Number)
}

func (s *session) end(end *pb.MatchEnd) {
	if player, known := s.matches[end.MatchId]; known {
		s.tell(player.match, end.Faults)
		delete(s.matches, end.MatchId)
	}
}

// tell logs the bot's own faults.
func (s *session) tell(match *Match, faults []*pb.Fault) {
	for _, fault := range faults {
		at := ""
		if fault.Decision != nil {
			at = fmt.Sprintf(" at decision %d", *fault.Decision)
		}
		code := strings.TrimPrefix(fault.Code.String(), "FAULT_CODE_")
		s.log("fault %s (%s)%s of match %s: %s", code, fault.Reason, at, match.ID, fault.Text)
	}
}
