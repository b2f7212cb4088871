"""What the page of a cup holds, and what it leaves out."""

import sqlite3
from pathlib import Path
from typing import Any

from referee.report.page.facts import cup_facts
from referee.tournament.digest import cup_digest
from referee.tournament.figures import CupFigures
from referee.tournament.records import read
from referee.tournament.store import reopen_store
from tests.browser.matches import decoded
from tests.report.page.cups import FAULTY, HOSTILE, filled, page


def facts_of(folder: Path) -> dict[str, Any]:
    """The facts of a results folder."""
    with read(folder) as records:
        return cup_facts(records, CupFigures(records))


def ids(facts: dict[str, Any]) -> list[str]:
    """Ids of the matches that a page lists."""
    listed = facts["match_list"]
    rest = listed["id"].split("\n") if listed["id"] else []
    return [f"{listed['kinds'][kind]}/{each}" for kind, each in zip(listed["kind"], rest, strict=True)]


def test_the_list_is_that_of_the_results(tmp_path: Path) -> None:
    """Ids, seats, scores and digests of the columns are the results', match by match."""
    folder = filled(tmp_path)
    facts = facts_of(folder)
    with read(folder) as records:
        results = sorted(records.results(), key=lambda result: result.id)
    listed = facts["match_list"]
    assert ids(facts) == [result.id for result in results]
    seats = [seat for result in results for seat in result.seats]
    assert [facts["bots"][place] for place in listed["seats"]["bot"]] == [seat.bot for seat in seats]
    assert listed["seats"]["score"] == [seat.score for seat in seats]
    assert listed["seats"]["out"] == [int(seat.forfeit) for seat in seats]
    digests = [listed["digest"][64 * i : 64 * i + 64] for i in range(len(results))]
    assert cup_digest(dict(zip(ids(facts), digests, strict=True))) == facts["digest"]


def test_faults_come_with_their_evidence(tmp_path: Path) -> None:
    """The strike and the forfeit are in the list and in the table, with seat, decision and sentence."""
    facts = facts_of(filled(tmp_path))
    listed = [(seat, code, decision, text) for _, seat, code, decision, text in facts["match_list"]["faults"]]
    assert {(code, decision) for _, code, decision, _ in listed} == {("ILLEGAL_ACTION", 12), ("CRASHED", 25)}
    assert (1, "CRASHED", 25, "its process exited with 3") in listed
    assert sorted(fault[1] for fault in facts["tables"][0]["faults"]) == ["CRASHED", "ILLEGAL_ACTION"]


def test_a_running_cup_shows_no_match_of_an_open_deal(tmp_path: Path) -> None:
    """While a deal is being played its matches are counted and neither listed nor quoted, and there is no digest."""
    folder = filled(tmp_path, count=FAULTY + 2)
    facts = facts_of(folder)
    assert (facts["finished"], facts["played"], facts["matches"]) == (False, 5, 12)
    assert (facts["withheld"], ids(facts), facts["match_list"]["faults"]) == (5, [], [])
    assert facts["digest"] is None
    assert [fault[4:] for fault in facts["tables"][0]["faults"]] == [["", -1, ""]] * 2
    assert "is no action" not in str(facts)
    assert sum(row["matches"] for row in facts["tables"][0]["rows"]) == 10


def test_a_deal_that_is_played_out_is_shown(tmp_path: Path) -> None:
    """As soon as every match of a deal is committed its matches are listed."""
    with read(filled(tmp_path, count=8)) as records:
        facts = cup_facts(records, CupFigures(records))
        assert ids(facts) == sorted(records.open_matches())
    assert len(ids(facts)) == 6


def test_a_cup_without_a_match_has_a_page(tmp_path: Path) -> None:
    """Before the first match there are rows without figures and an empty list."""
    facts = facts_of(filled(tmp_path, count=0))
    assert (facts["played"], ids(facts), facts["match_list"]["kinds"]) == (0, [], [])
    assert [row["elo"] for row in facts["tables"][0]["rows"]] == [None, None, None]


def test_the_secret_is_in_no_page_of_an_open_cup(tmp_path: Path) -> None:
    """The commitment is on the page, the secret text is not until the cup is closed."""
    folder = filled(tmp_path)
    with read(folder) as records:
        about = facts_of(folder)["about"]
        assert about["commitment"] == records.secret.commitment
        assert about["secret"] is None


def test_the_secret_of_a_closed_cup_is_revealed(tmp_path: Path) -> None:
    """Once the cup is closed its text is on the page, so that anyone can recompute the deals."""
    folder = filled(tmp_path)
    with reopen_store(folder, lambda: "now") as store:
        store.close_cup()
    assert facts_of(folder)["about"]["secret"] == "small"


def test_commands_name_the_folder_for_a_shell(tmp_path: Path) -> None:
    """A folder whose name a shell would take apart is quoted."""
    folder = filled(tmp_path).rename(tmp_path / "bob's cup")
    assert facts_of(folder)["about"]["commands"][0][0] == """referee cup verify 'bob'"'"'s cup'"""


def test_what_was_in_force_is_counted(tmp_path: Path) -> None:
    """The isolation level is told as the replays have it, with the number of matches."""
    assert facts_of(filled(tmp_path))["about"]["circumstances"] == [["isolation", "process", 12]]


def test_what_is_known_of_the_boards_is_there(tmp_path: Path) -> None:
    """The tables of an edition that do not stand on two sources are marked with what they stand on."""
    boards = facts_of(filled(tmp_path))["about"]["boards"]
    assert boards[0][0] == "new-york"
    assert ["coordinates", "reconstructed"] in boards[0][1]
    assert "two sources" not in str(boards)


def test_a_flipped_bit_is_told(tmp_path: Path) -> None:
    """Rows that are not as they were written are named on the page."""
    folder = filled(tmp_path)
    assert facts_of(folder)["altered"] == []
    with sqlite3.connect(folder / "cup.sqlite3") as connection:
        connection.execute("UPDATE seats SET score = score + 1 WHERE seat = 0")
    connection.close()
    assert "table seats" in facts_of(folder)["altered"][0]


def test_strangers_texts_stand_in_the_data_alone(tmp_path: Path) -> None:
    """Names of bots that look like HTML are in the packed data, the title is escaped, and nothing is executed."""
    text = page(filled(tmp_path, names=HOSTILE))
    assert "<img" not in text
    assert "owned" not in text
    facts = decoded(text)
    assert facts["bots"] == [HOSTILE["bot-0"], HOSTILE["bot-1"], HOSTILE["bot-2"].replace("\u202e", "\ufffd")]


def test_the_page_is_the_same_each_time(tmp_path: Path) -> None:
    """The same results give the same bytes."""
    folder = filled(tmp_path, count=6)
    assert page(folder) == page(folder)
