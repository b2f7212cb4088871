"""A bot that loses its stream at its third question and comes back with the resume key.

`twice`: it does so again later. `unnoticed`: the old stream stays open, as one does whose network is gone.
"""

import sys

from client import Client


def main() -> None:
    losses = [2, 5] if sys.argv[1:] == ["twice"] else [2]
    client, key, count = Client(), "", 0
    client.hello()
    while client is not None:
        client, key, count = _session(client, key, count, losses)


def _session(client: Client, key: str, count: int, losses: list[int]) -> tuple[Client | None, str, int]:
    for message in client.call:
        payload = message.WhichOneof("payload")
        if payload == "welcome":
            key = message.welcome.resume_key
        elif payload == "match_start":
            client.ready(message.match_start.match_id)
        elif payload == "decisions":
            for decision in message.decisions.decisions:
                if count in losses:
                    losses.remove(count)
                    return _again(client, key), key, count
                client.answer(decision)
                count += 1
        elif payload == "goodbye":
            break
    client.end()
    return None, key, count


def _again(client: Client, key: str) -> Client:
    if sys.argv[1:] != ["unnoticed"]:
        client.call.cancel()
    fresh = Client(channel=client.channel)
    fresh.hello(resume_key=key)
    return fresh


main()
