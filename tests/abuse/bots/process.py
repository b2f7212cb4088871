"""Bots whose process misbehaves at their third question; the argument says how."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

from client import Client, play

from referee.v1 import bot_pb2 as pb

THIRD = 2
ESCAPED = "import os, time\nos.setsid()\nwhile True: time.sleep(60)"


def exits() -> None:
    os._exit(0)


def exits_with_three() -> None:
    os._exit(3)


def raises() -> None:
    threading.excepthook = sys.__excepthook__  # type: ignore[assignment]
    raise RuntimeError("the plan has no next step")


def segfaults() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def child_keeps_the_stream() -> None:
    if os.fork():
        os._exit(0)
    threading.Event().wait()


def daemon() -> None:
    """A child in a session of its own, whose parent dies at once; the bot goes on."""
    subprocess.run([sys.executable, "-c", f"import os\nif os.fork() == 0:\n exec({ESCAPED!r})"], check=True)


def shameless_daemon() -> None:
    """The same without the marker in its environment."""
    sleep = "import time\nwhile True: time.sleep(60)"
    lines = [
        "import os, sys",
        "if os.fork() == 0:",
        " os.setsid()",
        f" os.execve(sys.executable, ['x', '-c', {sleep!r}], {{}})",
    ]
    subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True)


def floods_output() -> None:
    for stream in (1, 2):
        for _ in range(24):
            os.write(stream, b"y\n" * 32768)


def binary_output() -> None:
    os.write(2, bytes(range(256)) * 4 + b"\x1b[2J" + b"endless" * 10_000)
    os.write(1, bytes(range(256)))


def leaves_traps() -> None:
    scratch = os.environ["HOME"]
    os.symlink("/etc/passwd", f"{scratch}/link")
    os.symlink("/", f"{scratch}/root")
    os.mkfifo(f"{scratch}/fifo")
    os.mkdir(f"{scratch}/deep")
    with open(f"{scratch}/deep/a\nb", "w") as file:
        file.truncate(2**40)
    os.chmod(f"{scratch}/deep", 0)


def ignores_goodbye() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=threading.Event().wait).start()


PLAY_ON = {"daemon", "shameless_daemon", "floods_output", "binary_output", "leaves_traps", "ignores_goodbye"}


def misbehave(client: Client, decision: pb.Decision, count: int) -> bool:
    if count != THIRD:
        return False
    deed: Callable[[], None] = globals()[sys.argv[1]]
    deed()
    return sys.argv[1] not in PLAY_ON


play(misbehave)
