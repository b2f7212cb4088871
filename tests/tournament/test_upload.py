from pathlib import Path

import pytest

from referee.cli.app import run
from referee.tournament import upload
from referee.tournament.cup_file import load_cup
from referee.tournament.errors import UploadError
from referee.tournament.upload import pack, packed_bots, unpacked
from tests.tournament.cups import cup_text


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A bot's folder with a program, something below it, and things that nobody needs elsewhere."""
    folder = tmp_path / "bot"
    for name in ("lib", "__pycache__", ".git"):
        (folder / name).mkdir(parents=True)
        (folder / name / "file").write_text(name, encoding="utf-8")
    (folder / "bot.toml").write_text('name = "own"\nrun = ["./start"]\n', encoding="utf-8")
    (folder / "start").write_text("#!/bin/sh\n", encoding="utf-8")
    (folder / "start").chmod(0o755)
    return folder


def test_a_folder_comes_out_as_it_went_in(bot: Path, tmp_path: Path) -> None:
    """Files, folders and what may be executed arrive; caches and version control stay at home."""
    there = unpacked(pack(bot), tmp_path / "there")
    assert sorted(str(path.relative_to(there)) for path in there.rglob("*")) == ["bot.toml", "lib", "lib/file", "start"]
    assert (there / "start").stat().st_mode & 0o100
    assert (there / "lib" / "file").read_text(encoding="utf-8") == "lib"


def test_equal_content_is_unpacked_once(bot: Path, tmp_path: Path) -> None:
    """The same content gives the same folder, which is left as it is; other content gives another."""
    first = unpacked(pack(bot), tmp_path / "there")
    (first / "mark").touch()
    (bot / "start").touch()
    assert unpacked(pack(bot), tmp_path / "there") == first
    assert (first / "mark").exists()
    (bot / "lib" / "file").write_text("other", encoding="utf-8")
    assert unpacked(pack(bot), tmp_path / "there") != first
    assert len([*(tmp_path / "there").iterdir()]) == 2


def test_linked_files_are_sent_as_files(bot: Path, tmp_path: Path) -> None:
    """A link to a file elsewhere arrives as that file; a link to a folder is refused by name, and not left out."""
    (tmp_path / "weights").write_text("0.5", encoding="utf-8")
    (bot / "weights").symlink_to(tmp_path / "weights")
    there = unpacked(pack(bot), tmp_path / "there") / "weights"
    assert (there.read_text(encoding="utf-8"), there.is_symlink()) == ("0.5", False)
    (bot / "lib" / "more").symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(UploadError, match="lib/more is a link to a folder"):
        pack(bot)


def test_a_folder_that_is_too_large(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too much to be sent with each unit is refused with its size and what is allowed."""
    monkeypatch.setattr(upload, "MOST_BYTES", 50)
    with pytest.raises(UploadError, match=r"MB packed; allowed: 0\.0 MB, or put it where all machines see it"):
        pack(bot)


def test_built_in_bots_need_no_upload(bot: Path) -> None:
    """Only bots of the organiser's own are packed, whether the folder or its bot.toml is named."""
    text = cup_text(bots=3).replace('"true"', '"random"', 1).replace('"true"', '"./bot"', 1)
    file = bot.parent / "cup.toml"
    file.write_text(text.replace('"true"', '"bot/bot.toml"', 1), encoding="utf-8")
    packed = packed_bots(load_cup(file))
    assert packed == dict.fromkeys(("bot-1", "bot-2"), pack(bot))


def test_commands_cannot_be_uploaded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each bot that is a command is named, before any cluster is asked."""
    (tmp_path / "cup.toml").write_text(cup_text(bots=2), encoding="utf-8")
    words = ["--out", str(tmp_path / "out"), "--cluster", "tcp://127.0.0.1:1", "--upload-bots"]
    assert run(["cup", "run", str(tmp_path / "cup.toml"), *words]) == 2
    said = capsys.readouterr().err
    assert "bot bot-0: is no folder with a bot.toml" in said
    assert "bot bot-1: is no folder with a bot.toml" in said


def test_an_upload_needs_a_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a cluster there is nowhere to upload to."""
    (tmp_path / "cup.toml").write_text(cup_text(bots=2), encoding="utf-8")
    assert run(["cup", "run", str(tmp_path / "cup.toml"), "--upload-bots"]) == 2
    assert "--upload-bots goes with --cluster" in capsys.readouterr().err
