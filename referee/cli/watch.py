"""`referee watch`: live pages of a cup in a browser, on this machine."""

from pathlib import Path

import click


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--listen",
    "where",
    default="127.0.0.1:8765",
    show_default=True,
    metavar="HOST:PORT",
    help="Where the pages are served; port 0 takes one that is free.",
)
@click.option("--remote", is_flag=True, help="Allow an address that other machines reach. There is no password.")
@click.option(
    "--name", "names", multiple=True, metavar="HOST", help="A host name by which browsers may ask, beside localhost."
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
def watch(folder: Path, where: str, names: tuple[str, ...], *, remote: bool, open_page: bool) -> None:
    """Live pages of a cup: standings, progress, faults, and replays of deals that are played out. Ctrl-C ends it.

    They change while the cup runs, in this or another process. Nothing is written into DIR.
    """
    from referee.report.watch import Visit, parse_address
    from referee.report.watch import watch as serve

    address = parse_address(where, remote=remote)

    def started(url: str) -> None:
        if not address.is_private:
            click.echo(f"warning: everybody who reaches {url} can read this cup, without a password", err=True)
        click.echo(f"{folder}: {url} (Ctrl-C ends it)")
        if open_page:
            import webbrowser

            webbrowser.open(url)

    serve(Visit(folder, address, names, started, _told))


def _told(error: BaseException) -> str:
    from referee.cli.crash import report_crash

    said = report_crash(error)
    click.echo(said, err=True)
    return said
