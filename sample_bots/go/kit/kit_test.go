package kit

import (
	"bytes"
	"net"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	pb "example.com/longtrail/refereev1"
)

var game = &pb.Game{
	GameDigest: "digest", Edition: "tiny", Players: 2,
	Actions: []*pb.Action{
		{Id: 0, Kind: pb.ActionKind_ACTION_KIND_PASS, Text: "pass"},
		{Id: 1, Kind: pb.ActionKind_ACTION_KIND_DRAW_DECK, Text: "draw deck"},
	},
}

// lastLegal is a bot that takes the last legal action and says so.
var lastLegal = Bot{Name: "last", Version: "1", MaxInFlight: 8, Join: func(*Match) Chooser {
	return func(p *Position) *pb.Action {
		p.Note("the last of them")
		return p.Legal[len(p.Legal)-1]
	}
}}

func described() *pb.PlayResponse {
	return &pb.PlayResponse{Payload: &pb.PlayResponse_Game{Game: game}}
}

func started(id string) *pb.PlayResponse {
	start := &pb.MatchStart{MatchId: id, GameDigest: "digest", Seat: 1, Names: []string{"a", "b"}}
	return &pb.PlayResponse{Payload: &pb.PlayResponse_MatchStart{MatchStart: start}}
}

func question(id string, number uint32) *pb.Decision {
	return &pb.Decision{
		MatchId: id, Number: number, Legal: []uint32{0, 1},
		Observation: &pb.Observation{Kind: pb.DecisionKind_DECISION_KIND_MAIN},
	}
}

func asked(questions ...*pb.Decision) *pb.PlayResponse {
	return &pb.PlayResponse{Payload: &pb.PlayResponse_Decisions{Decisions: &pb.Decisions{Decisions: questions}}}
}

func dismissed(reason pb.GoodbyeReason, text string) *pb.PlayResponse {
	return &pb.PlayResponse{Payload: &pb.PlayResponse_Goodbye{Goodbye: &pb.Goodbye{Reason: reason, Text: text}}}
}

// desk is a session with what it has sent and logged.
type desk struct {
	*session
	sent []*pb.PlayRequest
	said bytes.Buffer
}

func newDesk(bot Bot) *desk {
	d := &desk{}
	log := func(format string, args ...any) { d.said.WriteString(format) }
	d.session = newSession(bot, log, func(request *pb.PlayRequest) error { d.sent = append(d.sent, request); return nil })
	return d
}

func (d *desk) hear(t *testing.T, messages ...*pb.PlayResponse) {
	t.Helper()
	for _, message := range messages {
		if err := d.receive(message); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAListOfQuestionsIsAnsweredInOneMessage(t *testing.T) {
	d := newDesk(lastLegal)
	d.hear(t, described(), started("m1"), started("m2"), asked(question("m2", 7), question("m1", 4)))
	if len(d.sent) != 3 || d.sent[0].GetReady().GetMatchId() != "m1" || d.sent[1].GetReady().GetMatchId() != "m2" {
		t.Fatalf("want two Ready and one Moves, got %v", d.sent)
	}
	moves := d.sent[2].GetMoves().GetMoves()
	want := []*pb.Move{
		{MatchId: "m2", Decision: 7, Action: 1, Notes: &pb.Notes{Text: "the last of them"}},
		{MatchId: "m1", Decision: 4, Action: 1, Notes: &pb.Notes{Text: "the last of them"}},
	}
	for i := range want {
		if !proto.Equal(moves[i], want[i]) {
			t.Errorf("move %d: got %v, want %v", i, moves[i], want[i])
		}
	}
}

func TestNotesOverTheLimitAreLeftOutAndLogged(t *testing.T) {
	talkative := Bot{Join: func(*Match) Chooser {
		return func(p *Position) *pb.Action { p.Note(strings.Repeat("x", notesLimit)); return p.Legal[0] }
	}}
	d := newDesk(talkative)
	d.hear(t, described(), started("m"), asked(question("m", 1)))
	if move := d.sent[1].GetMoves().GetMoves()[0]; move.Notes != nil || !strings.Contains(d.said.String(), "notes left out") {
		t.Errorf("got notes of %d bytes, log %q", proto.Size(move.Notes), d.said.String())
	}
}

func TestNotesOfAMessageStayWithinTheLimitTogether(t *testing.T) {
	half := Bot{Join: func(*Match) Chooser {
		return func(p *Position) *pb.Action { p.Note(strings.Repeat("x", notesLimit/2)); return p.Legal[0] }
	}}
	d := newDesk(half)
	d.hear(t, described(), started("m"), asked(question("m", 1), question("m", 2), question("m", 3)))
	if len(d.sent) != 4 {
		t.Errorf("want one Ready and three Moves, got %d messages", len(d.sent))
	}
}

func TestAMatchThatWasNeverStartedIsAnError(t *testing.T) {
	if err := newDesk(lastLegal).receive(asked(question("m", 1))); err == nil || !strings.Contains(err.Error(), "never started") {
		t.Errorf("got %v", err)
	}
	if err := newDesk(lastLegal).receive(started("m")); err == nil || !strings.Contains(err.Error(), "never described") {
		t.Errorf("got %v", err)
	}
}

func TestOwnFaultsAreLogged(t *testing.T) {
	d := newDesk(lastLegal)
	faulty := question("m", 9)
	faulty.Faults = []*pb.Fault{{Code: pb.FaultCode_FAULT_CODE_ILLEGAL_ACTION, Reason: "ROUTE_TAKEN"}}
	d.hear(t, described(), started("m"), asked(faulty))
	if !strings.Contains(d.said.String(), "fault") {
		t.Errorf("log %q", d.said.String())
	}
}

// A referee that plays one decision of one match and keeps what it hears.
type referee struct {
	pb.UnimplementedRefereeServiceServer
	reason pb.GoodbyeReason
	heard  chan *pb.PlayRequest
}

func (r *referee) Play(stream grpc.BidiStreamingServer[pb.PlayRequest, pb.PlayResponse]) error {
	script := [][]*pb.PlayResponse{
		{{Payload: &pb.PlayResponse_Welcome{Welcome: &pb.Welcome{ProtocolVersion: 1}}}, described(), started("m")},
		{asked(question("m", 0))},
		{dismissed(r.reason, "that is all")},
	}
	for _, messages := range script {
		request, err := stream.Recv()
		if err != nil {
			return err
		}
		r.heard <- request
		for _, message := range messages {
			if err := stream.Send(message); err != nil {
				return err
			}
		}
	}
	return nil
}

func listening(t *testing.T, network, address string, reason pb.GoodbyeReason) (*referee, net.Addr) {
	t.Helper()
	listener, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	r := &referee{reason: reason, heard: make(chan *pb.PlayRequest, 3)}
	server := grpc.NewServer()
	pb.RegisterRefereeServiceServer(server, r)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return r, listener.Addr()
}

func environment(address string) func(string) string {
	return func(name string) string {
		return map[string]string{"REFEREE_ADDRESS": address, "REFEREE_TOKEN": "secret"}[name]
	}
}

func TestItPlaysOverAUnixSocketAndOverTCP(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "referee.sock")
	for _, place := range [][3]string{{"unix", socket, "unix:" + socket}, {"tcp", "127.0.0.1:0", ""}} {
		r, at := listening(t, place[0], place[1], pb.GoodbyeReason_GOODBYE_REASON_DONE)
		address := place[2]
		if address == "" {
			address = at.String()
		}
		var said bytes.Buffer
		if status := run(lastLegal, environment(address), &said); status != 0 || said.Len() != 0 {
			t.Fatalf("%s: status %d, said %q", place[0], status, said.String())
		}
		if hello := (<-r.heard).GetHello(); hello.GetToken() != "secret" || hello.GetProtocolVersion() != 1 || hello.GetMaxInFlight() != 8 {
			t.Errorf("%s: hello %v", place[0], hello)
		}
		if ready := (<-r.heard).GetReady(); ready.GetMatchId() != "m" {
			t.Errorf("%s: ready %v", place[0], ready)
		}
		if moves := (<-r.heard).GetMoves().GetMoves(); len(moves) != 1 || moves[0].Action != 1 {
			t.Errorf("%s: moves %v", place[0], moves)
		}
	}
}

func TestAnUnkindGoodbyeIsPrintedAndFails(t *testing.T) {
	_, at := listening(t, "tcp", "127.0.0.1:0", pb.GoodbyeReason_GOODBYE_REASON_FLOOD)
	var said bytes.Buffer
	if status := run(lastLegal, environment(at.String()), &said); status != 1 {
		t.Errorf("status %d", status)
	}
	if want := "last: the referee said goodbye: FLOOD: that is all\n"; said.String() != want {
		t.Errorf("said %q, want %q", said.String(), want)
	}
}

func TestWithoutARefereeItSaysSo(t *testing.T) {
	var said bytes.Buffer
	if status := run(lastLegal, environment("unix:"+filepath.Join(t.TempDir(), "none")), &said); status != 1 {
		t.Errorf("status %d", status)
	}
	if !strings.HasPrefix(said.String(), "last: no referee answers at unix:") {
		t.Errorf("said %q", said.String())
	}
}

func TestStartedByHandItSaysHowToStartIt(t *testing.T) {
	var said bytes.Buffer
	if status := run(lastLegal, func(string) string { return "" }, &said); status != 2 {
		t.Errorf("status %d", status)
	}
	if !strings.Contains(said.String(), "REFEREE_ADDRESS is not set") {
		t.Errorf("said %q", said.String())
	}
}
