"""An honest bot that tells on stderr what it hears: names, faults, the end, the Goodbye."""

import sys

from client import Client

from referee.v1 import bot_pb2 as pb

client = Client()
client.hello()
for message in client.call:
    payload = message.WhichOneof("payload")
    if payload == "match_start":
        client.ready(message.match_start.match_id)
        print("names", *message.match_start.names, file=sys.stderr)
    elif payload == "decisions":
        for decision in message.decisions.decisions:
            for fault in decision.faults:
                print("own fault", fault.decision, pb.FaultCode.Name(fault.code), fault.substituted, file=sys.stderr)
            client.answer(decision)
    elif payload == "match_end":
        for forfeit in message.match_end.forfeits:
            print("forfeit", forfeit.seat, pb.FaultCode.Name(forfeit.code), file=sys.stderr)
    elif payload == "goodbye":
        print("goodbye", pb.GoodbyeReason.Name(message.goodbye.reason), file=sys.stderr, flush=True)
client.end()
