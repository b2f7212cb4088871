import os
from pathlib import Path

import pytest

from referee.report.drafts import draft_of


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    """A failure leaves the old file and no draft; success leaves the new one, through a link as well."""
    file, link = tmp_path / "x", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    with pytest.raises(OSError, match="none"), draft_of(file) as draft:
        (draft.write_text("half"), (tmp_path / "none").read_text())
    assert file.read_text() == "old"
    with draft_of(link) as draft:
        draft.write_text("new")
    assert file.read_text() == "new"
    assert link.is_symlink()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "x"]


def test_a_pipe_is_not_replaced(tmp_path: Path) -> None:
    """What is no ordinary file stays: root would otherwise turn /dev/null into a page."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with draft_of(pipe) as draft:
            draft.write_text("page")
        assert os.read(reader, 10) == b"page"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
