"""A fixed pure-Python loop that says how fast this machine is right now: the yardstick of every speed.

Speeds are stated as a ratio to it, because absolute times drift by 30 % between runs on a shared machine. It does not
measure the referee.
"""

from statistics import median
from time import process_time

STEPS = 300_000


def one_pass() -> float:
    """Steps a second of CPU time of one pass: integer arithmetic, list access and a branch, as a rules engine does."""
    table = list(range(256))
    x = 12345
    acc = 0
    began = process_time()
    for _ in range(STEPS):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
        i = x >> 23
        if i & 1:
            acc += table[i]
        else:
            table[i] = acc & 255
    return STEPS / (process_time() - began)


def steps_per_second() -> float:
    """Loop steps a second of CPU time: the median over nine passes."""
    return median(one_pass() for _ in range(9))


if __name__ == "__main__":
    print(f"{steps_per_second() / 1e6:.2f} million steps/s")  # noqa: T201 - the one line that this script is for
