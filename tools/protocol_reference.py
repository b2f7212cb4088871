"""Makes docs/protocol-reference.md out of the comments in proto/referee/v1. It explains nothing of its own.

python tools/protocol_reference.py            write the page
python tools/protocol_reference.py --check    compare only: exit status 1 if the page is stale
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from google.protobuf import descriptor_pb2 as pb

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "protocol-reference.md"
FILES = ("bot", "game", "replay")
PACKAGE = ".referee.v1."

HEAD = """# Protocol reference

<!-- Made by tools/protocol_reference.py from proto/referee/v1; never edited. -->

Every message, field and value of `referee.v1`, with its comment in the `.proto` files. How the messages follow one
another and what the limits are stands in [the protocol](protocol.md). A field that is `optional` may be absent, and its
comment says what that means; `repeated` is a list.
"""

Comments = Mapping[tuple[int, ...], str]

# Numbers of the fields that hold what is described, as paths of source comments name them.
FILE_MESSAGE, FILE_ENUM, FILE_SERVICE, SYNTAX = 4, 5, 6, 12
MESSAGE_FIELD, MESSAGE_NESTED, MESSAGE_ENUM, MESSAGE_ONEOF = 2, 3, 4, 8
ENUM_VALUE, SERVICE_METHOD = 2, 2


def described() -> pb.FileDescriptorSet:
    """The .proto files as buf compiles them, comments included."""
    buf = Path(sys.executable).parent / "buf"
    built = subprocess.run([str(buf), "build", "--output", "-"], cwd=ROOT, capture_output=True, check=True)
    return pb.FileDescriptorSet.FromString(built.stdout)


def page(files: pb.FileDescriptorSet) -> str:
    """The whole page."""
    known = {file.name: file for file in files.file}
    sections = [HEAD, *("\n".join(_file(known[f"referee/v1/{name}.proto"])) for name in FILES)]
    return "\n".join(sections).rstrip("\n") + "\n"


def _file(file: pb.FileDescriptorProto) -> Iterator[str]:
    comments = {tuple(place.path): place.leading_comments for place in file.source_code_info.location}
    yield f"## {Path(file.name).name}\n\n{_prose(comments, (SYNTAX,))}"
    for index, service in enumerate(file.service):
        path = (FILE_SERVICE, index)
        yield f"### {service.name}\n\n{_prose(comments, path)}"
        for number, method in enumerate(service.method):
            asked = _streamed(method.input_type, streams=method.client_streaming)
            told = _streamed(method.output_type, streams=method.server_streaming)
            yield f"`{method.name}({asked}) returns ({told})`\n"
            yield _prose(comments, (*path, SERVICE_METHOD, number))
    for index, message in enumerate(file.message_type):
        yield from _message(message, message.name, comments, (FILE_MESSAGE, index))
    for index, enum in enumerate(file.enum_type):
        yield from _enum(enum, enum.name, comments, (FILE_ENUM, index))


def _message(message: pb.DescriptorProto, name: str, comments: Comments, path: tuple[int, ...]) -> Iterator[str]:
    yield f"### {name}\n\n{_prose(comments, path)}"
    rows = [_field(message, index, comments, path) for index in range(len(message.field))]
    if rows:
        yield _table(("field", "type", "meaning"), rows)
    for index, nested in enumerate(message.nested_type):
        if not nested.options.map_entry:
            yield from _message(nested, f"{name}.{nested.name}", comments, (*path, MESSAGE_NESTED, index))
    for index, enum in enumerate(message.enum_type):
        yield from _enum(enum, f"{name}.{enum.name}", comments, (*path, MESSAGE_ENUM, index))


def _field(message: pb.DescriptorProto, index: int, comments: Comments, path: tuple[int, ...]) -> tuple[str, str, str]:
    field = message.field[index]
    text = _cell(comments, (*path, MESSAGE_FIELD, index))
    if field.HasField("oneof_index") and not field.proto3_optional:
        text = f"*one of `{message.oneof_decl[field.oneof_index].name}`*: {text}"
    return f"`{field.name}` = {field.number}", _type(field), text


def _type(field: pb.FieldDescriptorProto) -> str:
    name = field.type_name or pb.FieldDescriptorProto.Type.Name(field.type).removeprefix("TYPE_").lower()
    if name.startswith(PACKAGE):
        short = name.removeprefix(PACKAGE)
        name = f"[{short}](#{short.lower().replace('.', '')})"
    if field.proto3_optional:
        return f"optional {name}"
    return f"repeated {name}" if field.label == pb.FieldDescriptorProto.LABEL_REPEATED else name


def _enum(enum: pb.EnumDescriptorProto, name: str, comments: Comments, path: tuple[int, ...]) -> Iterator[str]:
    rows = [
        (f"`{value.name}`", str(value.number), _cell(comments, (*path, ENUM_VALUE, index)))
        for index, value in enumerate(enum.value)
    ]
    yield f"### {name}\n\n{_prose(comments, path)}"
    yield _table(("value", "number", "meaning"), rows)


def _streamed(kind: str, *, streams: bool) -> str:
    return f"{'stream ' if streams else ''}{kind.removeprefix(PACKAGE)}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _prose(comments: Comments, path: tuple[int, ...]) -> str:
    """A comment with its own line breaks."""
    lines = [line.removeprefix(" ").rstrip() for line in comments.get(path, "").strip("\n").split("\n")]
    return "\n".join(lines) + "\n"


def _cell(comments: Comments, path: tuple[int, ...]) -> str:
    return " ".join(comments.get(path, "").split()).replace("|", "\\|")


def main() -> int:
    """Write or compare; gives the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--check", action="store_true", help="compare only")
    made = page(described())
    if not parser.parse_args().check:
        PAGE.write_text(made, encoding="utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made:
        return 0
    print(f"{PAGE.relative_to(ROOT)} is stale: run python tools/protocol_reference.py", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
