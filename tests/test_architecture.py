"""What CONTRIBUTING.md says of the code's form, checked: layers, parts, rooms, reasons."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from importlib.metadata import packages_distributions
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.client import COGS
from bot.i18n import SOURCE, Say
from bot.presentation import Presentation, Presentations
from rules import GAMES
from rules.engine import option_fields, option_text
from tests.project import ROOT, tracked

CODE = ("rules", "db", "bot", "cogs")
TREE = """
    rules/engine.py rules/chance.py rules/__init__.py
    db/models.py db/repositories/__init__.py db/session.py db/migrations/versions/__init__.py
    bot/__main__.py bot/client.py bot/settings.py bot/matches.py bot/table.py bot/clock.py bot/codec.py
    bot/presentation.py bot/rendering/canvas.py bot/sandbox/__init__.py bot/locale/cheza.pot
    cogs/lobby.py cogs/table.py cogs/games.py cogs/records.py cogs/preferences.py cogs/help.py
    tests/playthroughs/__init__.py
    README.md LICENSE CHANGELOG.md CONTRIBUTING.md
    pyproject.toml requirements.lock Makefile Dockerfile .env.example .ci/run
"""
LONGEST = 400
"""Lines of a file: it is a room, and a reader sees all of it."""
# From here on written so that this file doesn't find itself.
REASONED = re.compile(r"no[q]a: [A-Z0-9, ]+ - \S|type: ignor[e]\[[a-z-]+(,[a-z-]+)*\]  # \S")
MACHINE = re.compile(
    r"py[p]i\.org|pythonhoste[d]|registry\.npm[j]s|deb\.debia[n]|/(wor[k]|far[m]|tm[p]|hom[e]|roo[t]|op[t]|User[s])/"
)
UNFINISHED = re.compile(r"\b(TO[D]O|FIXM[E]|XX[X]|HAC[K])\b")
EXEMPT = re.compile(r"no[q]a|type: ignor[e]")

games = pytest.mark.parametrize("key", GAMES)


def python_files(*folders: str) -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and path.relative_to(ROOT).parts[0] in folders]


def lines_of(paths: list[Path] | tuple[Path, ...]) -> Iterator[tuple[str, str]]:
    """Return each line of text with its place."""
    for path in paths:
        data = path.read_bytes()
        if b"\0" not in data:
            for number, line in enumerate(data.decode("utf-8").splitlines(), start=1):
                yield f"{path.relative_to(ROOT).as_posix()}:{number}", line


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


# Layers and rooms ------------------------------------------------------------------------------------------


def test_the_layers_hold() -> None:
    # A process of its own: import-linter's command line silences every logger that is there already.
    linter = Path(sys.executable).with_name("lint-imports")
    told = subprocess.run([linter, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert told.returncode == 0, told.stdout


def test_the_tree_stands() -> None:
    assert [name for name in TREE.split() if not (ROOT / name).exists()] == []


def test_no_file_is_too_long_to_see() -> None:
    sizes = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in python_files(*CODE, "tests")
    }
    assert {name: size for name, size in sizes.items() if size > LONGEST} == {}


def test_every_library_in_use_is_asked_for() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    declared = {re.split(r"[\[<>=~]", each)[0].lower() for each in wanted}
    provided = packages_distributions()
    used = {
        name.split(".")[0] for path in python_files(*CODE) for node in ast.walk(parsed(path)) for name in imported(node)
    }
    libraries = used - set(sys.stdlib_module_names) - set(CODE) - {"pydantic_core"}  # a part of pydantic
    assert {name for name in libraries if not declared & {each.lower() for each in provided[name]}} == set()
    assert declared - {each.lower() for name in libraries for each in provided[name]} <= {"aiosqlite", "tzdata"}


def imported(node: ast.AST) -> tuple[str, ...]:
    if isinstance(node, ast.Import):
        return tuple(alias.name for alias in node.names)
    return (node.module or "",) if isinstance(node, ast.ImportFrom) and node.level == 0 else ()


def test_nothing_reads_the_environment_at_import() -> None:
    read = [
        f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"
        for path in python_files(*CODE)
        for node in at_import(parsed(path))
        if isinstance(node, (ast.Attribute, ast.Name)) and ast.unparse(node) in ("os.environ", "os.getenv", "environ")
    ]
    assert read == []


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Return what runs when a module is imported: all but the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield child
            yield from at_import(child)


# Texts of the files ------------------------------------------------------------------------------------------


def test_nothing_is_left_unfinished() -> None:
    assert [place for place, line in lines_of(tracked()) if UNFINISHED.search(line)] == []


def test_every_exemption_from_a_check_has_its_reason() -> None:
    files = python_files(*CODE, "tests")
    assert [place for place, line in lines_of(files) if EXEMPT.search(line) and not REASONED.search(line)] == []


def test_no_file_names_a_machine_or_a_registry() -> None:
    assert [place for place, line in lines_of(tracked()) if MACHINE.search(line)] == []


# Games -------------------------------------------------------------------------------------------------------


@games
def test_the_code_outside_a_game_does_not_name_it(key: str) -> None:
    own = re.compile(rf"(rules|bot/rendering|cogs)/{key}(_\w+)?(/.*|\.py)|rules/__init__\.py|bot/client\.py")
    named = [
        f"{name}:{node.lineno}"
        for path in python_files(*CODE)
        if not own.fullmatch(name := path.relative_to(ROOT).as_posix())
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and node.value == key
    ]
    assert named == []


@games
def test_a_game_has_all_of_its_contract(key: str) -> None:
    assert [each.name for each in fields(GAMES[key]) if not getattr(GAMES[key], each.name)] == []


@games
def test_a_game_has_all_its_parts(key: str) -> None:
    assert (ROOT / f"tests/playthroughs/{key}.txt").stat().st_size > 0
    assert list((ROOT / "tests/rules/states").glob(f"{key}-*.json"))
    assert find_spec(f"bot.rendering.{key}")
    assert f"cogs.{key}" in COGS


@games
async def test_a_game_has_all_its_words(key: str) -> None:
    presentation, say = await entered(key), Say(SOURCE)
    assert presentation.game is GAMES[key]
    assert presentation.about(say)
    words = presentation.options(say)
    for field in option_fields(GAMES[key].options):
        assert words[field.name].title and words[field.name].about
        assert set(words[field.name].choices) == {option_text(choice) for choice in field.choices}
    pages = presentation.rules(say)
    assert pages and all(0 < len(page) <= 3_500 for page in pages)
    assert sum(map(len, pages)) <= 3_900, "with its title, the rules have to fit a message"


async def entered(key: str) -> Presentation:
    """Load a game's cog into a bot that is nothing but a register."""
    presentations = Presentations()
    bot: Any = SimpleNamespace(presentations=presentations, add_dynamic_items=lambda *items: None)
    await import_module(f"cogs.{key}").setup(bot)
    return presentations[key]
