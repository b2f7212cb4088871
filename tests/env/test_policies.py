import numpy as np

from referee.env import random_actions


def test_random_actions_are_uniform_over_the_legal_ones() -> None:
    """Each legal action of a line comes up about equally often, no other one ever."""
    masks = np.zeros((3, 9), dtype=np.int8)
    masks[0, [8]] = masks[1, [0, 4, 7]] = masks[2, 1:6] = 1
    rng = np.random.default_rng(1)
    drawn = np.array([random_actions(masks, rng) for _ in range(3000)])
    counts = [np.bincount(column, minlength=9) for column in drawn.T]
    for line, count in enumerate(counts):
        legal = masks[line] > 0
        assert count[~legal].sum() == 0
        assert np.allclose(count[legal] * legal.sum() / 3000, 1, atol=0.15)


def test_a_line_without_legal_actions_gives_zero() -> None:
    """The end of a match, where nothing is legal, has a place in the batch that is ignored."""
    masks = np.zeros((3, 4), dtype=np.int8)
    masks[1, 3] = 1
    assert random_actions(masks, np.random.default_rng(1)).tolist() == [0, 3, 0]
    assert random_actions(masks[::2], np.random.default_rng(1)).tolist() == [0, 0]
