"""`referee watch` as a process of its own, asked over a real connection."""

import signal
import sys
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from referee.cli.app import run
from referee.report.watch.address import listen, parse_address
from tests.cli.running import referee, start
from tests.report.watch.asking import commit_next, cup_store
from tests.report.watch.serving import watching


@pytest.mark.slow
def test_a_server_tells_of_commits_and_ends_at_once(tmp_path: Path) -> None:
    """Over a real connection an open stream tells of a commit; Ctrl-C ends the server while the stream is open."""
    with cup_store(tmp_path) as store, watching(tmp_path) as (process, place):
        stream = HTTPConnection(place, timeout=120)
        stream.request("GET", "/events")
        with closing(stream), stream.getresponse() as answer:
            assert answer.headers["Content-Type"] == "text/event-stream; charset=utf-8"
            first = _next_version(answer)
            commit_next(store)
            assert _next_version(answer) != first
            with closing(HTTPConnection(place, timeout=120)) as asked:
                asked.request("GET", "/cup.json")
                assert b'"played":1' in asked.getresponse().read()
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=120)
        assert (process.returncode, out, err) == (130, "", "\nInterrupted.\n")


@pytest.mark.slow
def test_a_request_to_end_ends_it_like_ctrl_c(tmp_path: Path) -> None:
    """A service manager's request ends the server in order, with the status of an interruption."""
    with cup_store(tmp_path), watching(tmp_path) as (process, _place):
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=120)
    assert process.returncode == 130


def _next_version(answer: HTTPResponse) -> bytes:
    while not (line := answer.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    return line


@pytest.mark.slow
def test_a_busy_port_is_one_clear_error(tmp_path: Path) -> None:
    """A port that is taken ends the command with status 2 and one line that names it and the cure."""
    with cup_store(tmp_path):
        pass
    with listen(parse_address("127.0.0.1:0")) as taken:
        port = taken.getsockname()[1]
        with start(tmp_path, "watch", "cup", "--listen", f"127.0.0.1:{port}") as process:
            out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert err == (
        f"Error: cannot listen on 127.0.0.1:{port}: another program has port {port}; "
        "end it, or choose another port (port 0 takes one that is free)\n"
    )


def test_others_are_not_let_in_unasked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An address that other machines reach is refused without --remote."""
    assert run(["watch", str(tmp_path), "--listen", "0.0.0.0:0"]) == 2
    assert "add --remote if everybody may read them" in capsys.readouterr().err


def test_a_folder_without_a_cup_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder that holds no cup is one clear error."""
    assert run(["watch", str(tmp_path), "--listen", "127.0.0.1:0"]) == 2
    assert "holds no cup" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["hypercorn", "starlette"])
def test_a_missing_library_is_named_with_its_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], missing: str
) -> None:
    """Without the extra the command says which library is missing and what to install."""
    monkeypatch.setitem(sys.modules, missing, None)
    for name in [name for name in sys.modules if name.startswith(f"{missing}.")]:
        monkeypatch.delitem(sys.modules, name)
    assert run(["watch", str(tmp_path), "--listen", "127.0.0.1:0"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"Error: referee watch needs {missing}")
    assert said.endswith("pip install 'ticket-referee[watch]'\n")


def test_help_speaks_of_watch(tmp_path: Path) -> None:
    """The command is in the list of commands, and its help says that Ctrl-C ends it."""
    assert "watch " in referee(tmp_path, "--help")
    assert "Ctrl-C ends it" in referee(tmp_path, "watch", "--help")
