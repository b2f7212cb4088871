"""Where log events go and in which form: lines for people or JSON, to stderr or a file. It logs nothing itself."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TextIO

import structlog
from attrs import frozen

from referee.tournament.errors import StoreError

LogFormat = Literal["console", "json"]
LogLevel = Literal["debug", "info", "warning", "error"]


@frozen
class LogChoice:
    """What the command line asked for; a worker process is told the same. file None: stderr."""

    format: LogFormat = "console"
    level: LogLevel = "error"
    file: Path | None = None

    def set_up(self) -> None:
        """Send this process's events there.

        Raises:
            StoreError: the file cannot be opened.

        """
        file = self._open()
        if self.format == "json":
            renderer: structlog.typing.Processor = structlog.processors.JSONRenderer(ensure_ascii=False)
        else:
            renderer = structlog.dev.ConsoleRenderer(colors=file is None and sys.stderr.isatty())
        structlog.configure(
            processors=[
                structlog.contextvars.merge_contextvars,
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
                renderer,
            ],
            wrapper_class=structlog.make_filtering_bound_logger(self.level),
            # Standard error is looked up for each event: it may have been exchanged since.
            logger_factory=lambda *_: structlog.WriteLogger(file or sys.stderr),
            cache_logger_on_first_use=False,
        )

    def arguments(self) -> Sequence[str]:
        """The same choice as arguments of a worker process."""
        words = ["--log-format", self.format, "--log-level", self.level]
        return [*words, "--log-file", str(self.file)] if self.file else words

    def _open(self) -> TextIO | None:
        if self.file is None:
            return None
        try:
            # Appended line by line, so that the run and its workers may share one file.
            return self.file.open("a", encoding="utf-8", buffering=1)
        except OSError as error:
            raise StoreError(self.file, f"the log cannot be written: {error.strerror}") from None
