from hypothesis import given
from hypothesis import strategies as st

from referee.bots import messages
from referee.v1 import bot_pb2 as pb


def sized(size: int) -> pb.Decision:
    """A question of about this many bytes."""
    return pb.Decision(match_id="x" * size)


@given(st.lists(st.sampled_from([10, 1000, 100_000, 600_000, 2_000_000]), max_size=300))
def test_batches(sizes: list[int]) -> None:
    """Batches keep every question in order, with at most 256 and 1 MiB in each unless one alone is larger."""
    decisions = [sized(size) for size in sizes]
    batches = list(messages.batches(decisions))
    assert [one for batch in batches for one in batch] == decisions
    for batch in batches:
        assert 1 <= len(batch) <= messages.MOST_DECISIONS
        assert len(batch) == 1 or messages.questions(batch).ByteSize() <= messages.MOST_BYTES


def test_goodbye_says_what_is_spoken() -> None:
    """Goodbye carries the versions that the referee speaks and a sentence of bounded length."""
    message = messages.goodbye(pb.GOODBYE_REASON_DONE, "x" * 10_000).goodbye
    assert (message.protocol_version_minimum, message.protocol_version_maximum, len(message.text)) == (1, 1, 4096)
