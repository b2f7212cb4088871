from itertools import chain

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from referee.bots import messages
from referee.bots.questions import MatchCall
from referee.v1 import bot_pb2 as pb
from referee.wire import observation
from tests.bots.stream import call, question


def sized(size: int) -> MatchCall:
    """A match whose questions have about so many bytes."""
    return evolve(call(), match_id="x" * size)


@given(st.lists(st.sampled_from([10, 1000, 100_000, 600_000, 2_000_000]), max_size=300))
def test_questions(sizes: list[int]) -> None:
    """Messages hold every question in order, with at most 256 and 1 MiB in each unless one alone is larger."""
    asked = question()
    found = list(messages.questions((sized(size), asked) for size in sizes))
    lists = [message.decisions.decisions for message, _ in found]
    assert [len(one.match_id) for decisions in lists for one in decisions] == sizes
    assert all(one.observation == observation(asked.view) for one in chain(*lists))
    for message, count in found:
        assert count == len(message.decisions.decisions) <= messages.MOST_DECISIONS
        assert count == 1 or message.ByteSize() <= messages.MOST_BYTES


def test_goodbye_says_what_is_spoken() -> None:
    """Goodbye carries the versions that the referee speaks and a sentence of bounded length."""
    message = messages.goodbye(pb.GOODBYE_REASON_DONE, "x" * 10_000).goodbye
    assert (message.protocol_version_minimum, message.protocol_version_maximum, len(message.text)) == (1, 1, 4096)
