"""`referee duel`: which of two bots is stronger, asked match by match until the answer is clear."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.commands import log_options
from referee.cli.kinds import Finite, Place, Text

if TYPE_CHECKING:
    from referee.tournament.logs import LogChoice

_LEAD = Finite(-4000, 4000)
_CHANCE = Finite(0, 0.5, min_open=True, max_open=True)


@click.command()
@click.option("--edition", default="usa", show_default=True, metavar="ID")
@click.option(
    "--bot", "specs", multiple=True, required=True, metavar="SPEC", help="Twice: the bots; the first is asked about."
)
@click.option(
    "--elo0",
    type=_LEAD,
    metavar="ELO",
    default=0,
    show_default=True,
    help="Lead of the first bot if it is not stronger.",
)
@click.option(
    "--elo1",
    type=_LEAD,
    metavar="ELO",
    default=20,
    show_default=True,
    help="Lead of the first bot if it is stronger.",
)
@click.option("--alpha", type=_CHANCE, default=0.05, show_default=True, help="Chance to say stronger wrongly.")
@click.option("--beta", type=_CHANCE, default=0.05, show_default=True, help="Chance to say not stronger wrongly.")
@click.option(
    "--pairs", type=click.IntRange(30, 100_000), default=5000, show_default=True, help="Most pairs of matches."
)
@click.option("--seed", type=Text(), metavar="TEXT", help="The deals follow from it; drawn if not given.")
@click.option("--out", type=Place(file=False), help="Results folder; a duel continues there.")
@click.option("--workers", type=click.IntRange(1, 256), help="Units played at once.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@log_options
@click.pass_context
def duel(
    ctx: click.Context,
    /,
    *,
    edition: str,
    specs: tuple[str, ...],
    elo0: float,
    elo1: float,
    alpha: float,
    beta: float,
    pairs: int,
    seed: str | None,
    out: Path | None,
    workers: int | None,
    as_json: bool,
    log: "LogChoice",
) -> None:
    """Compare two bots by a sequential test over pairs of matches: each deal is played in both seat orders.

    It stops when the first bot is clearly stronger by elo1, or clearly not by more than elo0. The matches are a cup's:
    `cup verify` and `cup export` read the folder.
    """
    from referee.cli.duelling import DuelWish, run_duel
    from referee.tournament.sprt import Hypotheses

    if len(specs) != 2:
        raise click.UsageError(f"a duel has two bots, not {len(specs)}: give --bot twice", ctx)
    if elo0 >= elo1:
        raise click.UsageError(f"--elo0 {elo0:g} must be less than --elo1 {elo1:g}", ctx)
    log.set_up()
    wish = DuelWish(edition, specs, Hypotheses(elo0, elo1, alpha, beta), pairs, seed, out)
    ctx.exit(run_duel(wish, workers, log, as_json=as_json))
