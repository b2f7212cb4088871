"""What bots rely on in the protocol: names, numbers, comments, limits. Filling messages is tested with wire."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FileDescriptor

from referee.v1 import bot_pb2, game_pb2, replay_pb2

ROOT = Path(__file__).resolve().parents[2]
FILES = (game_pb2.DESCRIPTOR, bot_pb2.DESCRIPTOR, replay_pb2.DESCRIPTOR)
IDS = [Path(file.name).stem for file in FILES]


def buf_lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `buf lint` of this environment on a folder that holds a buf.yaml."""
    buf = shutil.which("buf", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    assert buf, "buf is not installed: pip install buf-bin"
    environment = {**os.environ, "BUF_CACHE_DIR": str(folder / ".buf-cache")}
    return subprocess.run([buf, "lint"], cwd=folder, env=environment, capture_output=True, text=True, check=False)


def copy_of_protocol(folder: Path) -> Path:
    """Copy buf.yaml and proto/ to where a test may spoil them."""
    shutil.copy(ROOT / "buf.yaml", folder)
    shutil.copytree(ROOT / "proto", folder / "proto")
    return folder


def tokens(table: str, page: str) -> set[str]:
    """First column of the table below a heading of a page."""
    section = page.split(f"\n## {table}\n")[1].split("\n## ", maxsplit=1)[0]
    return set(re.findall(r"^\| `([A-Z_]+)` \|", section, re.MULTILINE))


def names(enum: EnumDescriptor, prefix: str) -> set[str]:
    """Values of an enum without prefix and without the zero."""
    return {value.name.removeprefix(prefix) for value in enum.values if value.number}


def test_lint_is_clean(tmp_path: Path) -> None:
    """Buf finds nothing to say about the protocol."""
    done = buf_lint(copy_of_protocol(tmp_path))
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize(
    "line",
    ["  uint32 deck_size = 15;\n", "  MODULE_FERRIES = 1;\n", "message Passed {\n", "    Passed passed = 8;\n"],
    ids=["field", "value", "message", "oneof-field"],
)
def test_lint_demands_a_comment_on_everything(tmp_path: Path, line: str) -> None:
    """A field, enum value or message without a comment fails the lint."""
    file = copy_of_protocol(tmp_path) / "proto/referee/v1/game.proto"
    lines = file.read_text().splitlines(keepends=True)
    at = lines.index(line)
    while lines[at - 1].lstrip().startswith("//"):
        at -= 1
        del lines[at]
    file.write_text("".join(lines))
    done = buf_lint(tmp_path)
    assert done.returncode == 100
    assert "non-empty comment" in done.stdout


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_options_for_other_languages(file: FileDescriptor) -> None:
    """Each file names its Go and Java packages, since adding them later would break bots."""
    options = file.GetOptions()
    assert (file.package, options.java_package, options.java_multiple_files) == ("referee.v1", "referee.v1", True)
    assert options.go_package.endswith("/referee/v1;refereev1")


@pytest.mark.parametrize(
    ("message", "fields"),
    [
        (bot_pb2.PlayRequest, {"hello": 1, "moves": 2, "ready": 3}),
        (
            bot_pb2.PlayResponse,
            {"welcome": 1, "game": 2, "match_start": 3, "decisions": 4, "match_end": 5, "goodbye": 6},
        ),
    ],
    ids=["request", "response"],
)
def test_payloads_keep_their_numbers(
    message: type[bot_pb2.PlayRequest | bot_pb2.PlayResponse], fields: dict[str, int]
) -> None:
    """The two envelopes hold one payload, under the numbers of the contract."""
    descriptor: Descriptor = message.DESCRIPTOR
    assert [oneof.name for oneof in descriptor.oneofs] == ["payload"]
    assert {field.name: field.number for field in descriptor.oneofs[0].fields} == fields
    assert len(descriptor.fields) == len(fields)


def test_service_is_one_stream_each_way() -> None:
    """The service has one method, Play, which streams both ways."""
    (method,) = bot_pb2.DESCRIPTOR.services_by_name["RefereeService"].methods
    assert (method.full_name, method.client_streaming, method.server_streaming) == (
        "referee.v1.RefereeService.Play",
        True,
        True,
    )
    assert (method.input_type, method.output_type) == (bot_pb2.PlayRequest.DESCRIPTOR, bot_pb2.PlayResponse.DESCRIPTOR)


def comment(message: Descriptor, field: str) -> str:
    """The comment above a field in the text of its file."""
    text = (ROOT / "proto" / message.file.name).read_text().split(f"\nmessage {message.name} {{")[1].split("\n}")[0]
    match = re.search(rf"((?:^ *//.*\n)+) *[\w ]+ {field} = \d+", text, re.MULTILINE)
    assert match, field
    return match.group(1)


@pytest.mark.parametrize("file", FILES, ids=IDS)
def test_absence_is_explained_and_possible(file: FileDescriptor) -> None:
    """A single field says when it is absent exactly if it can be: index 0 never stands for "unknown"."""
    for message in file.message_types_by_name.values():
        if message.name == "Action":  # its own comment says it: the kind tells which fields are present
            continue
        for field in message.fields:
            optional = field.containing_oneof is not None and field.containing_oneof.name == f"_{field.name}"
            said = re.search(r"\b[Aa]bsent\b", comment(message, field.name))
            assert bool(said) == optional, f"{message.name}.{field.name}"


def test_page_explains_every_goodbye() -> None:
    """The protocol page has a line for each reason of Goodbye, and for no other."""
    page = (ROOT / "docs/protocol.md").read_text()
    assert tokens("Goodbye", page) == names(bot_pb2.GoodbyeReason.DESCRIPTOR, "GOODBYE_REASON_")


def test_page_explains_every_fault() -> None:
    """The protocol page has a line for each fault code, and for no other."""
    page = (ROOT / "docs/protocol.md").read_text()
    assert tokens("Faults", page) == names(bot_pb2.FaultCode.DESCRIPTOR, "FAULT_CODE_")


@pytest.mark.parametrize(
    "limit", ["64 KiB", "1 MiB", "256 decisions", "16 KiB", "64 messages", "256 KiB", "2 calls", "20 calls"]
)
def test_limits_stand_in_the_protocol(limit: str) -> None:
    """A bot author who reads nothing but bot.proto finds every limit there."""
    assert limit in (ROOT / "proto/referee/v1/bot.proto").read_text()


@pytest.mark.parametrize("limit", ["64 KiB", "1 MiB and 256 decisions", "16 KiB", "256 KiB", "| 2,", "| 20 |"])
def test_limits_stand_on_the_page(limit: str) -> None:
    """The table of limits on the protocol page is complete."""
    page = (ROOT / "docs/protocol.md").read_text()
    assert limit in page.split("\n## Limits\n")[1].split("\n## ", maxsplit=1)[0]
