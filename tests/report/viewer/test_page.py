import re
import struct
import xml.etree.ElementTree as ET
from base64 import b64encode
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import pytest

from referee.cli.app import run
from referee.game import Game
from referee.replay import Replay, ReplayError
from referee.report.viewer import picture, replay_page
from referee.report.viewer.drawing import plan_of
from referee.report.viewer.fates import fates
from tests.browser.matches import EDITIONS, decoded, hostile_match, match_of, page_of, without_coordinates

SECRET = re.compile(r"(h|tk|ok|fo|sc)([0-4])")


@pytest.mark.parametrize("edition", EDITIONS)
def test_pages_are_light(edition: str) -> None:
    """The viewer, map included, stays under 80 kB and a match under 25 kB."""
    page = page_of(edition)
    data = re.search(r'id="content">([^<]+)</script>', page)
    assert data
    assert len(data[1]) < 25_000
    assert len(page.encode()) - len(data[1]) < 80_000


def test_the_policy_lets_only_the_pages_own_script_and_style_in() -> None:
    """The policy forbids all but one script and one style sheet, which are named by their hashes."""
    page = page_of("usa")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    script = re.search(r'<script type="module">(.*)</script>\n</body>', page, re.DOTALL)
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert policy
    assert script
    assert style
    assert policy[1].startswith("default-src 'none'; ")
    for kind, source in (("script", script[1]), ("style", style[1])):
        assert f"{kind}-src 'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'" in policy[1]
    assert not re.search(r"(src|href)=\"?(http|//)|\bstyle=|\bon[a-z]+=\"", page)


@pytest.mark.parametrize("edition", ["usa", "europe+depots", "usa-mega"])
@pytest.mark.parametrize("as_seat", [-1, 0, 1])
def test_others_secrets_are_absent(edition: str, as_seat: int) -> None:
    """A seat's or a spectator's page holds no hand, ticket, offer or true score of another seat, nor the deal."""
    _, replay = match_of(edition)
    page = page_of(edition, as_seat)
    facts = decoded(page)
    seats = {int(found[2]) for step in facts["steps"] for key in step if (found := SECRET.fullmatch(key))}
    assert seats == ({as_seat} if as_seat >= 0 else set())
    for phrase in facts["phrases"]:
        told = re.match(r"seat (\d) (takes (?!a card)\w+ from the deck|looks at .*:|keeps .*:|empties .*:)", phrase)
        assert told is None or int(told[1]) == as_seat, phrase
    assert replay.header.seed not in str(facts)
    assert replay.digest not in str(facts)


def test_others_remarks_and_evidence_are_absent() -> None:
    """A seat's page holds its own notes and fault texts; of others' faults only the code and what followed."""
    game, replay = hostile_match()
    facts = decoded(replay_page(replay, game, as_seat=3))
    moves = {move.number: move.seat for move in replay.moves}
    assert sorted(facts["notes"]) == sorted(str(n + 1) for n in replay.timing.notes if moves[n] == 3)
    assert [("text" in fault, "sent" in fault) for fault in facts["faults"] if fault["seat"] != 3] != []
    assert not any("text" in fault or "sent" in fault for fault in facts["faults"] if fault["seat"] != 3)


def test_equal_replays_have_equal_pages() -> None:
    """The page is a function of the replay alone."""
    game, replay = match_of("london")
    assert replay_page(replay, game) == replay_page(Replay.from_text(replay.to_text()), game)


def test_there_is_no_page_for_a_seat_that_is_not_there() -> None:
    """A seat outside the match is refused."""
    game, replay = match_of("london")
    with pytest.raises(ReplayError, match="there is no seat 7"):
        replay_page(replay, game, as_seat=7)


@pytest.mark.parametrize("edition", EDITIONS)
def test_maps_leave_cities_and_routes_room(edition: str) -> None:
    """Cities lie apart, every route has as many cars as spaces, and no car is drawn on another route's city."""
    game, _ = match_of(edition)
    board, plan = game.edition.board, plan_of(game.edition)
    points, radius = plan.places.points, plan.places.sizes.city
    assert min(abs(a - b) for a, b in combinations(points, 2)) > 3 * radius
    assert [len(track.cars) for track in plan.tracks] == [route.length for route in board.routes]
    hit = [
        (route.text, board.cities[i].slug)
        for route, track in zip(board.routes, plan.tracks, strict=True)
        for middle in track.middles
        for i, point in enumerate(points)
        if i not in (route.a, route.b) and abs(middle - point) < radius + plan.places.sizes.thick / 2
    ]
    assert hit == []


def test_a_board_without_coordinates_is_laid_out_and_says_so() -> None:
    """A board whose cities have no coordinates gets a layout of its own, without land, and the page tells."""
    game, replay = match_of("new-york")
    bare = Game.of(without_coordinates(game.edition), game.players)
    page = replay_page(replay, bare)
    assert decoded(page)["layout"] == "invented"
    assert 'class="ground"' not in page
    plan = plan_of(bare.edition)
    assert min(abs(a - b) for a, b in combinations(plan.places.points, 2)) > 30


def test_tickets_are_never_given_up_too_early() -> None:
    """A ticket that is lost stays lost, one that is done stays done, and at the end none is open."""
    for edition in ("usa", "europe", "new-york"):
        game, replay = match_of(edition)
        before: dict[tuple[int, int], str] = {}
        from referee.replay import states

        for _, state, _ in states(replay, game):
            for seat in range(game.players):
                for ticket, fate in zip(state.tickets[seat], fates(state, seat), strict=True):
                    assert before.get((seat, ticket), "o") in ("o", fate)
                    before[seat, ticket] = fate
        assert "o" not in before.values()


def test_a_picture_is_a_whole_svg_with_owners() -> None:
    """A picture of the last step is well-formed SVG, needs no variable, and shows the owner of each owned route."""
    game, replay = match_of("europe+depots")
    svg = picture(replay, game)
    root = ET.fromstring(svg)
    owned = [node for node in root.iter() if " own s" in node.get("class", "")]
    assert len(owned) == svg.count('class="who"') - svg.count('class="piece') > 20
    assert "var(" not in svg
    assert "light-dark" not in svg
    assert picture(replay, game, 0).count(" own s") == 0


def test_letters_of_a_picture_have_their_outlines_below() -> None:
    """Each name and number comes twice, its outline first: not every program for papers knows paint-order."""
    game, replay = match_of("europe+depots")
    svg = picture(replay, game)
    outlines = re.findall(r'<text class="who halo"(.*?)</text>', svg)
    assert outlines == re.findall(r'<text class="who"(.*?)</text>', svg)
    names = re.findall(r'<g class="labels(?: halo)?"(.*?)</g>', svg)
    assert len(names) == 2
    assert names[0] == names[1]
    assert svg.index('class="labels halo"') < svg.index('class="labels"')


@pytest.fixture
def replay_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A replay in an empty working folder."""
    monkeypatch.chdir(tmp_path)
    _, replay = match_of("london")
    file = tmp_path / "match.replay"
    file.write_text(replay.to_text(), encoding="utf-8")
    return file


def test_view_writes_a_page_beside_you(replay_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without -o the page takes the replay's name, and its place is printed."""
    assert run(["replay", "view", "match.replay"]) == 0
    assert capsys.readouterr().out == "written to match.html\n"
    assert replay_file.with_suffix(".html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_an_altered_replay_is_shown_only_by_force(replay_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Verification comes first: status 1 and no file; with --force a page under a warning that names the line."""
    lines = replay_file.read_text(encoding="utf-8").split("\n")
    lines[20] = lines[20].replace("draw", "drew").replace("claim", "clam").replace("keep", "kept")
    replay_file.write_text("\n".join(lines), encoding="utf-8")
    assert run(["replay", "view", "match.replay"]) == 1
    assert "Use --force" in capsys.readouterr().err
    assert not replay_file.with_suffix(".html").exists()
    assert run(["replay", "view", "match.replay", "--force"]) == 0
    facts = decoded(replay_file.with_suffix(".html").read_text(encoding="utf-8"))
    assert facts["warning"].startswith("This replay is not verified: ALTERED: line 21")
    assert "The engine cannot follow" in facts["warning"]


@pytest.mark.parametrize("keep", [0.3, 0.6, 0.9])
def test_a_cut_replay_is_shown_as_far_as_it_goes(replay_file: Path, keep: float) -> None:
    """Of a file that ends early, what is left is shown by force, without a result."""
    whole = replay_file.read_text(encoding="utf-8")
    first = whole.index("digest ")
    replay_file.write_text(whole[: int(first * keep)], encoding="utf-8")
    assert run(["replay", "view", "match.replay", "--force"]) == 0
    facts = decoded(replay_file.with_suffix(".html").read_text(encoding="utf-8"))
    assert "TRUNCATED" in facts["warning"]
    assert facts["scores"] == []
    assert len(facts["steps"]) > 10


def test_a_line_that_was_taken_out_ends_the_show(replay_file: Path) -> None:
    """Of a replay that lacks a decision, what stands before the gap is shown by force."""
    lines = replay_file.read_text(encoding="utf-8").split("\n")
    gone = next(i for i, line in enumerate(lines) if line.startswith("30 "))
    replay_file.write_text("\n".join([*lines[:gone], *lines[gone + 1 :]]), encoding="utf-8")
    assert run(["replay", "view", "match.replay", "--force"]) == 0
    assert len(decoded(replay_file.with_suffix(".html").read_text(encoding="utf-8"))["steps"]) == 31


def test_a_newer_format_is_never_shown(replay_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A format that this referee does not read cannot be forced."""
    text = replay_file.read_text(encoding="utf-8").replace("referee-replay 1", "referee-replay 2", 1)
    replay_file.write_text(text, encoding="utf-8")
    assert run(["replay", "view", "match.replay", "--force"]) == 1
    assert "FORMAT_VERSION" in capsys.readouterr().err


def test_a_picture_of_a_step_that_is_not_there_is_refused(
    replay_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text tells which steps there are."""
    assert run(["replay", "view", "match.replay", "--format", "svg", "--step", "9999"]) == 2
    assert "there is no step 9999; steps go from 0 to" in capsys.readouterr().err


def test_a_picture_has_the_size_that_was_asked_for(replay_file: Path, tmp_path: Path) -> None:
    """`--width` sets the width of an SVG and of a bitmap, and the height follows."""
    view = ["replay", "view", "match.replay", "--width", "640"]
    assert run([*view, "--format", "svg", "-o", "small.svg"]) == 0
    root = ET.fromstring((tmp_path / "small.svg").read_text(encoding="utf-8"))
    assert root.get("width") == "640"
    pytest.importorskip("cairosvg", exc_type=(ImportError, OSError))  # type: ignore[arg-type]
    assert run([*view, "--format", "png", "-o", "small.png"]) == 0
    data = (tmp_path / "small.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (640, round(float(root.get("height", ""))))


def test_a_page_has_no_width(replay_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--width` without a picture is refused."""
    assert run(["replay", "view", "match.replay", "--width", "640"]) == 2
    assert "--width belongs to --format svg or png" in capsys.readouterr().err


def test_png_without_its_library_is_one_clear_error(
    replay_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without cairosvg the error says how to install it."""
    monkeypatch.setitem(__import__("sys").modules, "cairosvg", None)
    assert run(["replay", "view", "match.replay", "--format", "png"]) == 2
    assert "pip install 'ticket-referee[pictures]'" in capsys.readouterr().err
