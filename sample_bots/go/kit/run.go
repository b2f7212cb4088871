package kit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	pb "example.com/longtrail/refereev1"
)

const protocolVersion = 1

// messageLimit is the most bytes that are read at once; the referee sends at most 1 MiB.
const messageLimit = 4 * 1024 * 1024

const byHand = `%s is not set: a bot is started by the referee, not by hand. Start it with
    referee play --edition usa --bot . --bot greedy`

// Run plays all matches that the referee starts and ends the process: 0 after a goodbye, 1 when something failed, 2 when
// no referee started it.
func Run(bot Bot) {
	os.Exit(run(bot, os.Getenv, os.Stderr))
}

func run(bot Bot, getenv func(string) string, stderr io.Writer) int {
	log := func(format string, args ...any) { fmt.Fprintf(stderr, bot.Name+": "+format+"\n", args...) }
	for _, name := range []string{"REFEREE_ADDRESS", "REFEREE_TOKEN"} {
		if getenv(name) == "" {
			log(byHand, name)
			return 2
		}
	}
	goodbye, err := serve(bot, getenv("REFEREE_ADDRESS"), getenv("REFEREE_TOKEN"), log)
	if err != nil {
		log("%v", err)
		return 1
	}
	switch goodbye.Reason {
	case pb.GoodbyeReason_GOODBYE_REASON_DONE, pb.GoodbyeReason_GOODBYE_REASON_SHUTTING_DOWN:
		return 0
	}
	log("the referee said goodbye: %s: %s", strings.TrimPrefix(goodbye.Reason.String(), "GOODBYE_REASON_"), goodbye.Text)
	return 1
}

// serve says hello and answers until the referee says goodbye. address is unix:/path or host:port.
func serve(bot Bot, address, token string, log func(string, ...any)) (*pb.Goodbye, error) {
	connection, err := grpc.NewClient(
		address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithNoProxy(),
		grpc.WithDisableServiceConfig(),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(messageLimit)),
	)
	if err != nil {
		return nil, fmt.Errorf("REFEREE_ADDRESS %s: %w", address, err)
	}
	defer connection.Close()
	stream, err := pb.NewRefereeServiceClient(connection).Play(context.Background())
	if err != nil {
		return nil, fmt.Errorf("no referee answers at %s: %s", address, status.Convert(err).Message())
	}
	session := newSession(bot, log, stream.Send)
	if err := talk(session, stream, token); err != nil {
		return nil, explain(session, address, err)
	}
	return session.goodbye, nil
}

func talk(session *session, stream grpc.BidiStreamingClient[pb.PlayRequest, pb.PlayResponse], token string) error {
	if err := stream.Send(session.hello(token)); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	for session.goodbye == nil {
		message, err := stream.Recv()
		if err != nil {
			return err
		}
		// A failed Send says io.EOF alone; the reason comes with the next Recv.
		if err := session.receive(message); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return nil
}

func explain(session *session, address string, err error) error {
	lost, isStatus := status.FromError(err)
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("the referee closed the stream without a goodbye")
	case !isStatus:
		return err
	case session.welcome == nil:
		return fmt.Errorf("no referee answers at %s: %s", address, lost.Message())
	}
	return fmt.Errorf("the referee has gone away: %s", lost.Message())
}
