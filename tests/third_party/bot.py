"""A bot made with the `.proto` files and grpcio alone: no kit and nothing else of the referee's.

It claims what it can pay for, else draws a card. The only generated code that it knows is what protoc makes of proto/;
the test gives it a copy in a folder of its own, under the package name that the files ask for.
"""

import os
import queue

import grpc

from referee.v1 import bot_pb2, bot_pb2_grpc, game_pb2


def choose(decision: bot_pb2.Decision, game: game_pb2.Game) -> int:
    """A claim with most points if there is one, else a card, else the last thing that is offered."""
    legal = [game.actions[action] for action in decision.legal]
    claims = [action for action in legal if action.kind == game_pb2.ACTION_KIND_CLAIM]
    if claims:
        return max(claims, key=lambda action: game.routes[action.route].points).id
    for action in legal:
        if action.kind == game_pb2.ACTION_KIND_DRAW_DECK:
            return action.id
    return legal[-1].id


def main() -> None:
    """Dial the referee, say hello, and answer until it says goodbye."""
    games, matches = {}, {}
    outbox: queue.SimpleQueue[bot_pb2.PlayRequest | None] = queue.SimpleQueue()
    hello = bot_pb2.Hello(token=os.environ["REFEREE_TOKEN"], name="third party", protocol_version=1, max_in_flight=8)
    outbox.put(bot_pb2.PlayRequest(hello=hello))
    with grpc.insecure_channel(os.environ["REFEREE_ADDRESS"]) as channel:
        call = bot_pb2_grpc.RefereeServiceStub(channel).Play(iter(outbox.get, None))
        for message in call:
            match message.WhichOneof("payload"):
                case "game":
                    games[message.game.game_digest] = message.game
                case "match_start":
                    start = message.match_start
                    matches[start.match_id] = games[start.game_digest]
                    outbox.put(bot_pb2.PlayRequest(ready=bot_pb2.Ready(match_id=start.match_id)))
                case "decisions":
                    moves = [
                        bot_pb2.Move(match_id=d.match_id, decision=d.number, action=choose(d, matches[d.match_id]))
                        for d in message.decisions.decisions
                    ]
                    outbox.put(bot_pb2.PlayRequest(moves=bot_pb2.Moves(moves=moves)))
                case "goodbye":
                    break
        outbox.put(None)
        call.cancel()


if __name__ == "__main__":
    main()
