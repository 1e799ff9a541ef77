"""The command line of the benchmark."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import click

from bot.bench import clicks, engines, moves, pictures, processes, standins
from bot.bench.measure import Effort
from bot.bench.rows import HEADER, Row

Topic = Callable[[Effort], Iterator[Row]]

TOPICS: dict[str, tuple[Topic, str]] = {
    "picture": (
        pictures.rows,
        "a picture, warm, from a view to the bytes of a PNG, against the usual way to draw it",
    ),
    "move": (
        moves.rows,
        "a move, kept, against the same rows written by bare sqlite3; 64 at once against SQLAlchemy's default pool",
    ),
    "click": (
        clicks.rows,
        "a click, to the first answer and to the finished panel, against a bare ping command; one, and 64 at once",
    ),
    "standin": (
        standins.rows,
        "the stand-in of each game against random play: its victories, and the time of a move",
    ),
    "engine": (
        engines.rows,
        "the rules alone: moves a second of random play, all legal ones listed, against the bare loop of choosing",
    ),
    "memory": (
        processes.memory_rows,
        "the idle bot's memory on 1,000 servers against that on one",
    ),
    "start": (
        processes.start_rows,
        "from the start to the first right answer, with 1,000 live matches against only the one asked for",
    ),
}

NOT_HELD = 1


class UnknownTopic(click.ClickException):
    """Said in one sentence; exits with 2."""

    exit_code = 2


def _epilog() -> str:
    listed = "\n".join(f"  {name:<8} {about}" for name, (_, about) in TOPICS.items())
    return f"\b\nNames, and what each compares:\n{listed}"


@click.command(epilog=_epilog())
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--json", "in_json", is_flag=True, help="One object a line instead of a table.")
@click.option(
    "--effort",
    type=click.FloatRange(min=0, max=100),
    default=1.0,
    show_default=True,
    help="How much is measured: less is quicker and drifts more.",
)
@click.option("--list", "only_list", is_flag=True, help="Tell the names and what each compares, and measure nothing.")
@click.pass_context
def bench(context: click.Context, names: tuple[str, ...], in_json: bool, effort: float, only_list: bool) -> None:
    """Measure what things cost beside the usual way of doing the same, by turns in one run.

    Exits with 1 where a goal is not held. Without a NAME all are measured.
    """
    if only_list:
        for name, (_, about) in TOPICS.items():
            click.echo(f"{name:<8} {about}")
        return
    for name in names:
        if name not in TOPICS:
            raise UnknownTopic(f"There is no benchmark {name!r}; there are {', '.join(TOPICS)}.")
    all_held = True
    if not in_json:
        click.echo(HEADER)
    for name in dict.fromkeys(names or TOPICS):
        for row in TOPICS[name][0](Effort(effort)):
            click.echo(json.dumps(row.as_object()) if in_json else row.as_line())
            all_held = all_held and row.held is not False
    if not all_held:
        context.exit(NOT_HELD)
