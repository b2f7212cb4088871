import pytest

from referee.game import PositionError, State, decision, observe, score, state_from_text, state_to_text
from tests.game.places import do, place

CHANGES = ["{key}:", "{key}: -2", "{key}: 99", "{key}: x", "{key}: 1.5", "{key}: {value} 1", "{key}: a.b@c", "{key}"]
"""What one line may become by accident."""


def _position() -> State:
    state = place("europe", 3, hands=[["red"] * 4, [], []], row=["green"] * 5, deck=["red", "blue", "pink"])
    do(state, "claim barcelona.pamplona red*2")
    return state


def _refused(state: State, text: str) -> str:
    with pytest.raises(PositionError) as caught:
        state_from_text(state.game, text)
    return str(caught.value)


@pytest.mark.parametrize("change", CHANGES)
def test_a_damaged_line_is_refused_or_read(change: str) -> None:
    """Whatever happens to a line, the text is refused, or read to a state of that text that can be looked at."""
    state = _position()
    lines = state_to_text(state).splitlines()
    refused = 0
    for i, line in enumerate(lines):
        key, _, value = line.partition(":")
        changed = change.format(key=key, value=value.strip())
        text = "".join(f"{other}\n" for other in [*lines[:i], changed, *lines[i + 1 :]])
        try:
            read = state_from_text(state.game, text)
        except PositionError:
            refused += 1
            continue
        assert state_to_text(read) == text
        assert decision(read).kind in state.game.masks
        assert len(score(read)) == len([observe(read, seat) for seat in range(3)])
    assert refused


@pytest.mark.parametrize("at", range(0, 40, 3))
def test_a_missing_line_is_refused(at: int) -> None:
    """Every line is needed, and the error names the one that is missing."""
    state = _position()
    lines = state_to_text(state).splitlines()
    key = lines[at].partition(":")[0]
    assert key in _refused(state, "\n".join(lines[:at] + lines[at + 1 :]) + "\n")


def test_additions_are_refused() -> None:
    """An unknown line, a doubled line and lines in another order are no state."""
    state = _position()
    text = state_to_text(state)
    assert "unknown line 'weather'" in _refused(state, text + "weather: fine\n")
    assert "belongs" in _refused(state, text + text.splitlines()[-1] + "\n")
    assert "belongs" in _refused(state, "\n".join(reversed(text.splitlines())))
    assert "belongs" in _refused(state, text.replace(": ", ":  "))


def test_the_text_of_another_game_is_refused() -> None:
    """A state belongs to its edition and number of players."""
    state = _position()
    assert "not of edition usa with 3" in _refused(place("usa", 3), state_to_text(state))
    assert "not of edition europe with 2" in _refused(place("europe", 2), state_to_text(state))
    assert _refused(state, "")
