"""The benchmark: every topic runs, its rows are complete, its exit code is right. No time is asserted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.bench import command
from bot.bench.bare import Bare
from bot.bench.command import TOPICS, bench
from bot.bench.measure import Effort, p99
from bot.bench.pictures import views
from bot.bench.rows import Row, at_least, at_most
from bot.bench.standards import drawing_of, standards_of
from rules import GAMES
from tests.rendering.compare import opened

LITTLE = "0.02"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the databases of what is measured lie in a folder of the test."""
    root = Path(command.__file__).parents[2]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(root))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(bench, arguments)


def topic_of(*rows: Row) -> command.Topic:
    def measured(_: Effort) -> Iterator[Row]:
        yield from rows

    return measured


@pytest.mark.parametrize("topic", TOPICS)
def test_each_topic_gives_whole_rows(topic: str, tmp_path: Path) -> None:
    result = run(topic, "--json", "--effort", LITTLE)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert found
    for row in found:
        assert set(row) == {"name", "ours", "other", "unit", "ratio", "goal", "held"}
        assert row["name"].split()[0].replace("-", "") == topic
        assert row["other"] > 0
        assert (row["goal"] is None) == (row["held"] is None)
    assert result.exit_code == (1 if any(row["held"] is False for row in found) else 0)
    assert list(tmp_path.iterdir()) == [], "databases were left behind"


def test_the_names_are_told_with_what_each_compares() -> None:
    told = run("--list")
    assert told.exit_code == 0
    assert [line.split()[0] for line in told.stdout.splitlines()] == list(TOPICS)
    helped = run("--help").stdout
    assert all(name in helped for name in TOPICS)


def test_a_goal_that_is_held_gives_0_and_one_that_is_not_gives_1(monkeypatch: pytest.MonkeyPatch) -> None:
    held, not_held = Row("good", 1, 2, "ms", at_most(0.5)), Row("bad", 1, 2, "ms", at_least(0.6))
    told = Row("told", 5, 2, "ms")
    monkeypatch.setitem(TOPICS, "good", (topic_of(held, told), "held"))
    monkeypatch.setitem(TOPICS, "bad", (topic_of(not_held, held), "not held"))
    assert run("good").exit_code == 0
    assert run("bad").exit_code == 1
    assert run("bad", "--json").exit_code == 1
    said = run("good", "bad").stdout.splitlines()
    assert [line.split()[-1] for line in said] == ["held", "yes", "-", "NO", "yes"]


def test_an_unknown_name_is_one_sentence() -> None:
    said = run("picture", "speed")
    assert said.exit_code == 2
    assert said.stdout == ""
    assert "There is no benchmark 'speed'; there are picture, move," in said.stderr


@pytest.mark.parametrize("key", GAMES)
def test_the_usual_way_draws_the_same_size(key: str) -> None:
    game = GAMES[key]
    for kind, usual in standards_of(game).usual:
        for view in views(game, kind, 12):
            ours = getattr(drawing_of(game), kind)(view)
            assert opened(usual(view)).size == opened(ours).size


def test_p99_leaves_out_one_of_a_hundred_and_a_burst_of_bad_weather() -> None:
    assert p99([[0.001] * 99 + [1.0]]) == 1000
    assert p99([[0.001] * 100 + [1.0]]) == 1
    assert p99([[0.001], [0.002], [9.0]]) == 2


def test_bare_sqlite_keeps_as_durably_as_ours(tmp_path: Path) -> None:
    bare = Bare(tmp_path / "bare.sqlite3")
    try:
        assert [bare.pragma(name) for name in ("journal_mode", "synchronous", "foreign_keys")] == ["wal", 2, 1]
    finally:
        bare.close()
