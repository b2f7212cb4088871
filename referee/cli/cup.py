"""`referee cup`: plan, run, look at, verify, close and export a cup."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.commands import FORM, WIDTH, Commands, F, form_of, log_options, print_json
from referee.cli.kinds import Finite, Place

if TYPE_CHECKING:
    from referee.tournament.cup_file import Cup
    from referee.tournament.logs import LogChoice

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
CUP_FILE = click.Path(dir_okay=False, path_type=Path)
WORKERS = click.IntRange(1, 256)


@click.group(cls=Commands)
def cup() -> None:
    """Cups: seeded tournaments described by one file."""


OUT = click.option("--out", type=Place(file=False), help="Results folder; instead of the file's `output`.")
CLUSTER = click.option(
    "--cluster", metavar="ADDRESS", help="Let a Dask cluster play: tcp://HOST:PORT of its scheduler."
)


@cup.command()
@click.argument("file", metavar="CUP.toml", type=CUP_FILE)
@OUT
@click.option("--workers", type=WORKERS, help="Worker processes; by default as many as a run would start.")
@CLUSTER
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def plan(file: Path, out: Path | None, workers: int | None, cluster: str | None, *, as_json: bool) -> None:
    """What a cup will play, how evenly, and how long that may take. Plays nothing and writes nothing."""
    from referee.report.plans import plan_facts, plan_text
    from referee.tournament.cup_file import load_cup

    loaded = load_cup(file)
    if cluster is not None and workers is None:
        workers = _threads(cluster)
    facts = plan_facts(loaded, workers, out, elsewhere=cluster is not None)
    if as_json:
        print_json(facts)
    else:
        click.echo(plan_text(facts), nl=False)


def _threads(cluster: str) -> int:
    """How many units the cluster plays at once, as it is now."""
    from referee.tournament.cluster import open_cluster

    with open_cluster(cluster) as opened:
        return opened.threads


def playing_options(function: F) -> F:
    """Adds what all commands that play a cup know: who plays, what is allowed, what is printed."""
    options = (
        click.option("--workers", type=WORKERS, help="Units played at once; by default as many as the cores can bear."),
        CLUSTER,
        click.option(
            "--patience",
            type=Finite(min=1, max=1_000_000),
            default=60,
            show_default=True,
            metavar="SECONDS",
            help="How long a cluster may be without workers.",
        ),
        click.option("--upload-bots", is_flag=True, help="Send the bots' folders to the cluster."),
        click.option("--accept-changed-bots", is_flag=True, help="Go on with bots that changed, and record that."),
        click.option("--retry-unresolved", is_flag=True, help="Try again what the platform failed three times."),
        click.option("--json", "as_json", is_flag=True, help="Print the standings as JSON."),
        log_options,
    )
    for option in reversed(options):
        function = option(function)
    return function


@cup.command()
@click.argument("file", metavar="CUP.toml", type=CUP_FILE)
@OUT
@playing_options
@click.pass_context
def run(ctx: click.Context, /, *, file: Path, out: Path | None, **options: Any) -> None:
    """Play a cup, or continue it where it stopped. Ctrl-C finishes what runs; twice stops at once."""
    from referee.tournament.cup_file import load_cup

    cup = load_cup(file)
    ctx.exit(_play(cup, cup.output if out is None else out, extend=False, **options))


@cup.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.argument("file", metavar="[CUP.toml]", type=CUP_FILE, required=False)
@playing_options
@click.pass_context
def extend(ctx: click.Context, /, *, folder: Path, file: Path | None, **options: Any) -> None:
    """Add the bots that are new in the cup file, and play what is missing. No match that was played changes.

    New `[[bots]]` go to the end of the file; by default it is the file that the cup was begun with.
    """
    from referee.tournament.cup_file import load_cup
    from referee.tournament.records import read

    with read(folder) as records:
        begun, shown = records.meta("file"), not records.closed and bool(records.open_matches())
        before = {bot.name for bot in records.config.bots}
    if file is None and begun is None:
        raise click.UsageError(
            f"{folder} was begun without a cup file, as a duel is; no bot can be added to a duel", ctx
        )
    cup = load_cup(file or Path(str(begun)))
    if shown and cup.config.common_deals and {bot.name for bot in cup.config.bots} > before:
        click.echo("warning: replays of this cup could be read until now: a new bot may know its deals", err=True)
    ctx.exit(_play(cup, folder, extend=True, **options))


def _play(
    cup: "Cup",
    folder: Path,
    *,
    extend: bool,
    workers: int | None,
    cluster: str | None,
    patience: float,
    upload_bots: bool,
    accept_changed_bots: bool,
    retry_unresolved: bool,
    as_json: bool,
    log: "LogChoice",
) -> int:
    from referee.cli.running import Hands, run_cup
    from referee.tournament.extension import Wish

    if upload_bots and cluster is None:
        raise click.UsageError("--upload-bots goes with --cluster; here the bots are started from where they lie")
    log.set_up()
    wish = Wish(extend=extend, accept_bots=accept_changed_bots, retry_unresolved=retry_unresolved)
    return run_cup(cup, folder, Hands(workers, cluster, patience, upload_bots), log, wish, as_json=as_json)


@cup.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def status(folder: Path, *, as_json: bool) -> None:
    """How far a cup is; works while it runs."""
    from referee.report.cups import history_text, status_facts
    from referee.tournament.records import read

    with read(folder) as records, records.at_one_moment():
        facts = status_facts(records)
    if as_json:
        print_json(facts)
        return
    notes = facts.pop("history")
    for key, value in facts.items():
        click.echo(f"{key:<12}{_word(value)}")
    for note in notes:
        click.echo(history_text(note))


def _word(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else value


VIEWS = ("standings", "head-to-head", "seats", "scores", "times", "fairness", "faults", "all")


@cup.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--table", type=click.Choice(VIEWS), default="standings", show_default=True, help="Which figures.")
@click.option("--edition", metavar="ID", help="Only tables of this edition.")
@click.option("--players", type=click.IntRange(2), help="Only tables of so many players.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV; one table only.")
def standings(
    folder: Path, *, table: str, edition: str | None, players: int | None, as_json: bool, as_csv: bool
) -> None:
    """Who leads, in one table overall and one for each edition and size; and all other figures of a cup."""
    from referee.report.cups import Choice, standings_csv, standings_facts, standings_text
    from referee.report.views import View
    from referee.tournament.records import read

    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if as_csv and table == "all":
        raise click.UsageError("--csv prints one table: name it with --table")
    choice = Choice(tuple(View) if table == "all" else (View(table),), edition, players)
    with read(folder) as records, records.at_one_moment():
        if as_json:
            print_json(standings_facts(records, choice))
        else:
            text = standings_csv(records, choice) if as_csv else standings_text(records, choice)
            click.echo(text, nl=False)


@cup.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--secrecy", is_flag=True, help="Also deal again, at every decision, what each seat must not know.")
@click.option("--workers", type=WORKERS, help="Processes that play matches again; by default one for each core.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def verify(ctx: click.Context, folder: Path, *, secrecy: bool, workers: int | None, as_json: bool) -> None:
    """Re-run every replay and recompute every deal, result and standing; status 1 if anything differs."""
    from attrs import asdict

    from referee.tournament.cores import cores
    from referee.tournament.verify import verify_folder

    report = verify_folder(folder, secrecy=secrecy, processes=workers or cores())
    if as_json:
        print_json({"ok": report.ok, **asdict(report)})
    else:
        for finding in report.findings:
            click.echo(f"FAIL {finding.match or folder}: {finding.text}")
        click.echo(report.sentence)
        if report.commitment:
            click.echo(f"commitment {report.commitment}\ncup digest {'so far ' if report.left else ''}{report.digest}")
    if not report.ok:
        ctx.exit(1)


@cup.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def close(folder: Path, *, as_json: bool) -> None:
    """Reveal a finished cup's secret, so that anyone can recompute its deals. It can never be extended after that."""
    from referee.report.cups import closing_facts
    from referee.tournament.moment import now
    from referee.tournament.store import reopen_store

    with reopen_store(folder, now) as store:
        store.close_cup()
        facts = closing_facts(store.records)
    if as_json:
        print_json(facts)
        return
    for key, value in facts.items():
        click.echo(f"{key:<12}{value}")


@cup.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option("--match", "pattern", default="*", show_default=True, metavar="GLOB", help="Which matches.")
@click.option("-o", "--out", type=Place(), help="Where to; by default into DIR.")
@click.option("--timing", is_flag=True, help="Keep think times, notes and dates.")
@click.option("--trajectories", is_flag=True, help="One file of JSON lines for learning, a line for each decision.")
def export(folder: Path, pattern: str, out: Path | None, *, timing: bool, trajectories: bool) -> None:
    """Write the replays of matches as text files. Those whose deal is still being played are withheld."""
    from referee.report.cups import unfinished_text
    from referee.report.exports import export_replays
    from referee.tournament.records import read

    if trajectories:
        _export_trajectories(folder, pattern, out, timing=timing)
        return
    if out is not None and out.is_file():
        raise click.UsageError(f"--out {out} is a file; replays are written into a folder")
    with read(folder) as records:
        written = export_replays(records, pattern, out or folder / "export", timing=timing)
        unfinished = unfinished_text(records)
    click.echo(f"{written.count} replays written to {written.folder}")
    if unfinished:
        click.echo(unfinished, err=True)
    if written.withheld:
        click.echo(f"{written.withheld} withheld until their deals are played out", err=True)


def _export_trajectories(folder: Path, pattern: str, out: Path | None, *, timing: bool) -> None:
    from referee.cli.trajectories import export

    if timing:
        raise click.UsageError("--timing and --trajectories exclude each other: think times are in replays only")
    if out is not None and out.is_dir():
        raise click.UsageError(f"--out {out} is a folder; trajectories are one file, such as {out / 'all.jsonl'}")
    export(folder, pattern, out)


@cup.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option(
    "-o",
    "--out",
    type=Place(folder=False),
    help="Where to; by default DIR/report.html, or DIR/PART.FORMAT.",
)
@click.option(
    "--replays",
    type=click.Choice(["all", "faults", "best", "none"]),
    default="best",
    show_default=True,
    help="Which matches get a page, in a folder beside the report.",
)
@click.option(
    "--every", type=click.IntRange(1, 86_400), metavar="SECONDS", help="Write it anew until the cup is finished."
)
@FORM
@click.option(
    "--part", type=click.Choice(["ratings", "cross-table"]), help="What a picture shows; only with --format svg or png."
)
@WIDTH
@click.option("--open", "open_page", is_flag=True, help="Open it in a browser.")
@click.pass_context
def report(
    ctx: click.Context,
    /,
    *,
    folder: Path,
    out: Path | None,
    replays: str,
    every: int | None,
    form: str | None,
    part: str | None,
    width: int | None,
    open_page: bool,
) -> None:
    """Write a page that shows a cup: standings, figures, faults, matches. Works while it runs, and changes nothing.

    With --format svg or png it is one picture for a paper instead.
    """
    from referee.cli.picturing import Part, picture_cup
    from referee.cli.reporting import report_cup
    from referee.cli.viewing import show

    form = form_of(form, out)
    _demand_fit(ctx, form, part)
    if part is None:
        place = report_cup(folder, out or folder / "report.html", replays, every)
    else:
        place = picture_cup(folder, Part(part), form, out, width)
        click.echo(f"written to {place}")
    if open_page:
        show(place)


def _demand_fit(ctx: click.Context, form: str, part: str | None) -> None:
    """Refuse options of a page for a picture, and of a picture for a page."""
    foreign = ("part", "width") if form == "html" else ("replays", "every")
    given = [name for name in foreign if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE]
    if given:
        other = "svg or png" if form == "html" else "html"
        raise click.UsageError(f"--{given[0]} belongs to --format {other}", ctx)
    if form != "html" and part is None:
        raise click.UsageError(f"--format {form} is a picture of one part: add --part ratings or cross-table", ctx)
