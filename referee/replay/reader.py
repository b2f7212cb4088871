"""Reads the text form of a replay and notices whether it was cut off or altered. Plays nothing: that is verify.py's.

A text is taken only if it is what `to_text` writes, to the letter: so the digest of its lines is that of the match.
"""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from referee.game import SeatScore
from referee.game.events import new
from referee.replay.errors import ReplayCode, ReplayError
from referee.replay.record import FORMAT, Checkpoint, Entry, Fault, Forfeit, Header, Move, Notes, Replay, Timing
from referee.replay.text import MAGIC, digest_of, hash_of, mark_of, quoted

_NUMBER = "(0|[1-9][0-9]{0,9})"
_FAULT = rf"([A-Z_]+)(?:={_NUMBER})?"
_SCORE_FIELDS = ("rank", "score", "routes", "tickets", "completed")
_MOVE = re.compile(rf"{_NUMBER} {_NUMBER} {_NUMBER} (.+)")
_STATE = re.compile(rf"{_NUMBER} ([0-9a-f]{{16}})")
_MARKED_STATE = re.compile(rf"(state {_STATE.pattern}) #([0-9a-f]+)").fullmatch
_MARKED_MOVE = re.compile(rf"({_MOVE.pattern}) #([0-9a-f]+)").fullmatch
_SCORE_WORD = re.compile(r"([a-z_]+)=(0|-?[1-9][0-9]{0,8})")
_HEAD = tuple(re.compile(rf"{key} (.+)") for key in ("referee", "rules", "edition", "players", "game", "seed"))


class _Lines:
    """The lines of a text, taken one by one; it knows where it is, for errors."""

    def __init__(self, text: str) -> None:
        self.cut = not text.endswith("\n")
        self.lines = text.removesuffix("\n").split("\n")
        self.at = 0
        self.decision: int | None = None

    @property
    def more(self) -> bool:
        return self.at < len(self.lines)

    def peek(self) -> str:
        """The next line; TRUNCATED if there is none."""
        if not self.more:
            raise self.truncated()
        return self.lines[self.at]

    def take(self) -> str:
        """The next line, and step over it."""
        line = self.peek()
        self.at += 1
        return line

    def take_marked(self) -> str:
        """The next line without its mark, which must fit."""
        line = self.peek()
        body, sign, mark = line.rpartition(" #")
        if not sign or mark_of(body) != mark:
            if self.cut and self.at == len(self.lines) - 1:
                raise self.truncated()
            shown = f"its check mark is {mark!r}, not {mark_of(body)!r}" if sign else "it has no check mark"
            raise self.error(ReplayCode.ALTERED, f"this line was changed: {shown}", _decision_of(line), ahead=1)
        self.at += 1
        return body

    def truncated(self) -> ReplayError:
        """The text ends too early."""
        last = "before the first decision" if self.decision is None else f"after decision {self.decision}"
        return ReplayError(ReplayCode.TRUNCATED, f"the text ends {last}, without the lines that close a replay")

    def error(self, code: ReplayCode, facts: str, decision: int | None = None, *, ahead: int = 0) -> ReplayError:
        """An error about the line taken last (or the next one with `ahead` 1)."""
        return ReplayError(code, facts, decision=decision, line=self.at + ahead)

    def malformed(self, facts: str, decision: int | None = None) -> ReplayError:
        """A line that no referee writes."""
        return self.error(ReplayCode.MALFORMED, facts, decision)


def _decision_of(line: str) -> int | None:
    """The decision that a line is about, if it is about one."""
    found = re.match(rf"(?:(?:fault|state|forfeit) )?{_NUMBER} ", line)
    return int(found[1]) if found else None


def read(text: str) -> Replay:
    """The replay that a text holds.

    Raises:
        ReplayError: NOT_A_REPLAY, FORMAT_VERSION, MALFORMED, TRUNCATED, ALTERED or TIMING_ALTERED.
    """
    lines = _Lines(text)
    _check_format(lines)
    header = _header(lines)
    entries = _entries(lines)
    reason, scores = _result(lines, header.players)
    digest = _checked_digest(lines)
    replay = Replay(header, entries, reason, scores, description=_description(lines, header))
    if lines.more and lines.lines[lines.at] == "timing":
        replay = evolve(replay, timing=_timing(lines))
    _check_nothing_follows(lines)
    replay = _with_timing(replay)
    replay.__dict__["digest"] = digest  # as the cached property would, without writing all lines again
    return replay


def _check_nothing_follows(lines: _Lines) -> None:
    rest = lines.lines[lines.at :]
    if not rest:
        return
    if lines.cut and len(rest) == 1 and any(word.startswith(rest[0]) for word in ("timing", "description ")):
        raise lines.truncated()
    raise lines.error(ReplayCode.MALFORMED, "nothing may stand after the end of a replay", ahead=1)


def _check_format(lines: _Lines) -> None:
    first = lines.take()
    found = re.fullmatch(rf"{MAGIC} {_NUMBER}", first)
    if not found:
        raise ReplayError(
            ReplayCode.NOT_A_REPLAY, f"a replay begins with {MAGIC!r} and a number, not with {first[:40]!r}"
        )
    if int(found[1]) != FORMAT:
        facts = f"the replay has format {found[1]}, this referee reads format {FORMAT}"
        raise ReplayError(ReplayCode.FORMAT_VERSION, facts)


def _header(lines: _Lines) -> Header:
    values = []
    for pattern in _HEAD:
        found = pattern.fullmatch(lines.take_marked())
        if not found:
            raise lines.malformed(f"expected a line that begins with {pattern.pattern.split()[0]!r}")
        values.append(found[1])
    version, rules, edition, players, game, seed = values
    seats = []
    for seat in range(int(players) if re.fullmatch("[2-9]", players) else 0):
        found = re.fullmatch(rf"seat {seat} (.+)", lines.take_marked())
        if not found:
            raise lines.malformed(f"expected the name of seat {seat}")
        seats.append(_json(lines, found[1], str))
    if not seats or not re.fullmatch(r"[0-9a-f]{64}", seed):
        raise lines.malformed("the header's players or seed cannot be read")
    referee = _json(lines, version, str)
    digest = "" if game == "-" else game
    return Header(edition, tuple(seats), seed, digest, "", referee, _json(lines, rules, str))


def _json(lines: _Lines, text: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, kind) or quoted(value) != text:
        raise lines.malformed(f"{text[:40]!r} is no JSON {kind.__name__}")
    return value


def _entries(lines: _Lines) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    while True:
        _whole_entries(lines, entries)
        if lines.peek().startswith("end "):
            return tuple(entries)
        body = lines.take_marked()
        word, _, rest = body.partition(" ")
        reader = _ENTRIES.get(word)
        number = 0 if lines.decision is None else lines.decision + 1
        if reader:
            reader(lines, entries, rest, number)
        elif word.isdigit():
            _move(lines, entries, body, number)
        else:
            raise lines.malformed(f"unknown line {word!r}")


def _whole_entries(lines: _Lines, entries: list[Entry]) -> None:
    """Take decisions and checksums as long as nothing is odd about them, which is faster; the rest is the caller's."""
    number = 0 if lines.decision is None else lines.decision + 1
    at, taken = lines.at, len(entries)
    for line in lines.lines[at:]:
        if found := _MARKED_MOVE(line):
            body, count, seat, action, text, mark = found.groups()
            if count != str(number) or mark_of(body) != mark:
                break
            entries.append(new(Move, (number, int(seat), int(action), text, None)))
            number += 1
        elif found := _MARKED_STATE(line):
            body, count, state, mark = found.groups()
            if count != str(number) or mark_of(body) != mark:
                break
            entries.append(Checkpoint(number, state))
        else:
            break
    lines.at = at + len(entries) - taken
    if number:
        lines.decision = number - 1


def _move(lines: _Lines, entries: list[Entry], body: str, number: int) -> None:
    found = _MOVE.fullmatch(body)
    if not found:
        raise lines.malformed("a decision has a number, a seat, an action id and its text", number)
    _check_number(lines, int(found[1]), number)
    entries.append(Move(number, int(found[2]), int(found[3]), found[4]))
    lines.decision = number


def _check_number(lines: _Lines, found: int, expected: int) -> None:
    if found != expected:
        facts = f"decision {expected} should stand here, not {found}: a line was removed, added or moved"
        raise lines.error(ReplayCode.ALTERED, facts, expected)


def _fault_line(lines: _Lines, entries: list[Entry], rest: str, number: int) -> None:
    found = re.fullmatch(rf"{_NUMBER} {_NUMBER} {_FAULT} (substituted|played)", rest)
    last = entries[-1] if entries else None
    if not found or not isinstance(last, Move) or last.fault or int(found[2]) != last.seat:
        raise lines.malformed("a fault stands after its decision, with seat, code and what was played", number - 1)
    _check_number(lines, int(found[1]), number - 1)
    fault = Fault(found[3], int(found[4] or -1), found[5] == "substituted")
    entries[-1] = last._replace(fault=fault)


def _forfeit_line(lines: _Lines, entries: list[Entry], rest: str, number: int) -> None:
    first, *seats = rest.split(" ")
    found = [re.fullmatch(rf"{_NUMBER}:{_FAULT}", seat) for seat in seats]
    if not re.fullmatch(_NUMBER, first) or not found or not all(found):
        raise lines.malformed("a forfeit has a decision and seats with their codes", number)
    _check_number(lines, int(first), number)
    faults = tuple((int(f[1]), Fault(f[2], int(f[3] or -1))) for f in found if f)
    entries.append(Forfeit(number, faults))


def _state_line(lines: _Lines, entries: list[Entry], rest: str, number: int) -> None:
    found = _STATE.fullmatch(rest)
    if not found:
        raise lines.malformed("a checksum has a decision and 16 hex digits", number)
    _check_number(lines, int(found[1]), number)
    entries.append(Checkpoint(number, found[2]))


_ENTRIES: dict[str, Callable[[_Lines, list[Entry], str, int], None]] = {
    "fault": _fault_line,
    "forfeit": _forfeit_line,
    "state": _state_line,
}


def _result(lines: _Lines, players: int) -> tuple[str, tuple[SeatScore, ...]]:
    found = re.fullmatch(rf"end {_NUMBER} ([a-z_]+)", lines.take_marked())
    if not found:
        raise lines.malformed("the end has the number of decisions and a reason")
    _check_number(lines, int(found[1]), 0 if lines.decision is None else lines.decision + 1)
    return found[2], tuple(_score(lines, seat) for seat in range(players))


def _score(lines: _Lines, seat: int) -> SeatScore:
    body = lines.take_marked()
    words = body.removesuffix(" forfeited").split(" ")
    pairs = [_SCORE_WORD.fullmatch(word) for word in words[2:]]
    values = {pair[1]: int(pair[2]) for pair in pairs if pair}
    sound = len(values) == len(pairs) and tuple(values)[:5] == _SCORE_FIELDS
    if words[:2] != ["score", str(seat)] or not sound:
        raise lines.malformed(f"expected the score of seat {seat}")
    rank, total, routes, tickets, completed = (values.pop(name) for name in _SCORE_FIELDS)
    return SeatScore(rank, total, routes, tickets, completed, values, body.endswith(" forfeited"))


def _checked_digest(lines: _Lines) -> str:
    digest = digest_of(lines.lines[: lines.at])
    if lines.take() != f"digest {digest}":
        if lines.cut and not lines.more:
            raise lines.truncated()
        facts = "the digest does not fit: each line above is whole, but not all of them are the recorded ones"
        raise lines.error(ReplayCode.ALTERED, facts)
    return digest


def _description(lines: _Lines, header: Header) -> str:
    if not lines.more or not lines.peek().startswith("description "):
        return ""
    text = lines.take().removeprefix("description ")
    if hashlib.sha256(text.encode()).hexdigest() != header.game_digest:
        if lines.cut and not lines.more:
            raise lines.truncated()
        raise lines.error(ReplayCode.ALTERED, "the game's description does not fit the digest in the header")
    return text


def _timing(lines: _Lines) -> Timing:
    start = lines.at
    while not lines.peek().startswith("hash "):
        lines.at += 1
    section = lines.lines[start : lines.at]
    if lines.take() != f"hash {hash_of(section)}":
        if lines.cut and not lines.more:
            raise lines.truncated()
        raise lines.error(ReplayCode.TIMING_ALTERED, "the second section was changed; the match itself is intact")
    try:
        return _timing_of(section[1:])
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise lines.malformed(f"the second section cannot be read: {error}") from error


def _timing_of(section: Sequence[str]) -> Timing:
    about: dict[str, str] = {}
    think: list[int] = []
    notes: dict[int, Notes] = {}
    details: list[tuple[int, int, str, str]] = []
    for line in section:
        word, first, rest = line.split(" ", 2)
        if word == "about":
            about[first] = json.loads(rest)
        elif word == "think":
            think += map(int, rest.split(" "))
        elif word == "notes":
            value = json.loads(rest)
            routes, cities = (tuple((int(i), float(w)) for i, w in value[key]) for key in ("routes", "cities"))
            notes[int(first)] = Notes(value["text"], routes, cities)
        elif word == "detail":
            seat, _, pair = rest.partition(" ")
            detail, text = json.loads(pair)
            details.append((int(first), int(seat), detail, text))
        else:
            raise ValueError(f"unknown line {word!r}")
    return Timing(about, tuple(think), notes, tuple(details))


def _with_timing(replay: Replay) -> Replay:
    """Put back into header and faults what the text form keeps in the second section."""
    words = {(number, seat): (detail, text) for number, seat, detail, text in replay.timing.details}
    if not words and "match" not in replay.timing.about:
        return replay
    entries = tuple(_entry_with(entry, words) for entry in replay.entries) if words else replay.entries
    header = evolve(replay.header, match_id=replay.timing.about.get("match", ""))
    return evolve(replay, header=header, entries=entries)


def _entry_with(entry: Entry, words: dict[tuple[int, int], tuple[str, str]]) -> Entry:
    if isinstance(entry, Move) and entry.fault:
        return entry._replace(fault=_worded(entry.fault, words.get((entry.number, entry.seat))))
    if isinstance(entry, Forfeit):
        faults = tuple((seat, _worded(fault, words.get((entry.number, seat)))) for seat, fault in entry.faults)
        return evolve(entry, faults=faults)
    return entry


def _worded(fault: Fault, words: tuple[str, str] | None) -> Fault:
    return evolve(fault, detail=words[0], text=words[1]) if words else fault
