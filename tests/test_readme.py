"""What README, CONTRIBUTING, CHANGELOG and .env.example say is so: commands run, links and names lead somewhere."""

from __future__ import annotations

import ast
import asyncio
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import click
import discord
import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.settings import Settings
from cogs.lobby import NEEDED, NEEDED_FOR_THREADS
from db.session import Database
from tests.project import ROOT, tracked
from tests.sentences import calls, last_name, parsed

README, CONTRIBUTING = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md"))
PYTHON = (".venv/bin/python", r".venv\Scripts\python", "python", "python3", "py")
SHORT = ("selfplay",)
"""Commands that end by themselves; `run` and `demo` go on until they are stopped, `verify` needs a match."""


def commands(text: str) -> Iterator[str]:
    """Return the commands of the code blocks for a shell and for Windows."""
    for block in re.findall(r"^ *```(?:sh|bat)\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE):
        yield from (line.strip() for line in block.splitlines() if line.strip())


def split(command: str) -> list[str]:
    return shlex.split(command, posix="\\" not in command)


ALL = sorted({*commands(README), *commands(CONTRIBUTING)})
OURS = [command for command in ALL if split(command)[0] in PYTHON and split(command)[1:3] == ["-m", "bot"]]
MAKES = [command for command in ALL if split(command)[0] == "make"]
INSTALLS = [command for command in ALL if split(command)[1:4] == ["-m", "pip", "install"]]
COPIES = [command for command in ALL if split(command)[0] == "cp"]
BACKUPS = [command for command in OURS if split(command)[3] == "backup"]
DOCKERS = [command for command in ALL if split(command)[0] == "docker"]
MODULES = [command for command in ALL if split(command)[1:3] == ["-m", "db.migrations"]]
OTHERS = {
    "python3 -m venv .venv": "what `make` does too",
    r"py -m venv .venv": "the same on Windows",
    ".venv/bin/python -m pytest": "this",
    r".venv\Scripts\python -m pytest": "this",
}


def test_every_command_is_tried() -> None:
    tried = {*OURS, *MAKES, *INSTALLS, *COPIES, *BACKUPS, *DOCKERS, *MODULES, *OTHERS}
    assert [command for command in ALL if command not in tried] == []
    assert OURS and MAKES and INSTALLS and COPIES and BACKUPS and DOCKERS


@pytest.mark.parametrize("command", MAKES)
def test_make_knows_the_target(command: str) -> None:
    done = subprocess.run([*split(command), "--dry-run"], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 - only tells what it would do
    assert done.returncode == 0, done.stderr


def test_make_alone_tells_every_target() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607 - the developer's own make
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert phony
    assert re.findall(r"^make (\w+) +\S", done.stdout, re.MULTILINE) == [
        each for each in phony[1].split() if each != "help"
    ]


@pytest.mark.parametrize("command", OURS)
def test_the_command_line_knows_the_command(command: str) -> None:
    name, *arguments = split(command)[3:]
    known = main.commands[name]
    known.make_context(name, list(arguments), parent=click.Context(main))
    if name in SHORT:
        done = CliRunner().invoke(main, [name, *arguments])
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize("command", MODULES)
def test_the_module_can_be_run(command: str) -> None:
    assert find_spec(f"{split(command)[2]}.__main__")


@pytest.mark.parametrize("command", INSTALLS)
def test_what_is_installed_is_locked_by_hashes_and_names_no_registry(command: str) -> None:
    *_, option, flag, name = split(command)
    assert (option, flag) == ("--require-hashes", "-r")
    text = (ROOT / name).read_text(encoding="utf-8")
    wanted = [line for line in text.splitlines() if re.match(r"[a-z]", line)]
    assert len(wanted) > 20
    assert all(re.match(r"[a-z0-9.-]+==\S+ (; .+ )?\\$", line) for line in wanted)
    assert "://" not in text and "-index" not in text and "--find" not in text


def test_the_small_lock_is_a_part_of_the_large_one() -> None:
    small, large = (
        set(re.findall(r"^[a-z0-9-]+==[^\s]+", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements.lock", "requirements-dev.lock")
    )
    assert small < large


@pytest.mark.parametrize("command", COPIES)
def test_what_is_copied_is_there(command: str) -> None:
    _, source, target = split(command)
    assert (ROOT / source).is_file()
    assert target in (ROOT / ".gitignore").read_text(encoding="utf-8").split()


async def _opens(url: str) -> None:
    database = Database(url)
    await database.open()
    await database.close()


@pytest.mark.parametrize("command", BACKUPS)
def test_the_copy_of_a_running_bots_database_opens(command: str, tmp_path: Path) -> None:
    *_, name = split(command)
    url = f"sqlite+aiosqlite:///{tmp_path}/data/cheza.sqlite3"

    def copy() -> Result:
        arguments = [*split(command)[3:-1], str(tmp_path / name)]
        return CliRunner().invoke(main, arguments, env={"DATABASE_URL": url})

    async def copied() -> Result:
        database = Database(url)
        await database.open()
        try:
            return await asyncio.to_thread(copy)
        finally:
            await database.close()

    done = asyncio.run(copied())
    assert done.exit_code == 0, done.output
    asyncio.run(_opens(f"sqlite+aiosqlite:///{tmp_path / name}"))


def test_the_container_keeps_what_lies_in_its_volume() -> None:
    told = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    volume = re.search(r"^VOLUME (\S+)$", told, re.MULTILINE)
    folder = re.search(r"^WORKDIR (\S+)$", told, re.MULTILINE)
    assert volume and folder
    kept = Settings.model_fields["database_url"].default.removeprefix("sqlite+aiosqlite:///")
    assert f"{folder[1]}/{kept}".startswith(f"{volume[1]}/")
    assert any(f"cheza-data:{volume[1]}" in command for command in DOCKERS)


def test_the_invitation_asks_for_what_the_bot_needs() -> None:
    needed = discord.Permissions(**dict.fromkeys((*NEEDED, *NEEDED_FOR_THREADS), True))
    assert f"&scope=bot+applications.commands&permissions={needed.value}`" in README
    for name in (*NEEDED, *NEEDED_FOR_THREADS):
        assert re.sub(r" In ", " in ", name.replace("_", " ").title()) in " ".join(README.split())


def test_every_command_of_the_bot_is_told_and_no_other() -> None:
    told = re.findall(r"^\| `/(?:admin )?(\w+)` \|", README, re.MULTILINE)
    has = [
        str(ast.literal_eval(keyword.value.args[0]))
        for _, tree in parsed("cogs/*.py")
        for call, _ in calls(tree)
        if last_name(call.func) == "command"
        for keyword in call.keywords
        if keyword.arg == "name" and isinstance(keyword.value, ast.Call)
    ]
    assert sorted(told) == sorted(has)


@pytest.mark.parametrize("text", [README, CONTRIBUTING], ids=["README", "CONTRIBUTING"])
def test_files_and_names_are_there(text: str) -> None:
    linked = set(re.findall(r"\]\(([^):]+)\)", text)) | set(re.findall(r'src="([^"]+)"', text))
    named = set(re.findall(r"`((?:bot|cogs|db|rules|tests)/[a-z0-9_/.]+?)(?::[\w.]+)?`", text))
    assert named or linked
    assert [each for each in sorted(linked | named) if not (ROOT / each).exists()] == []
    for file, name in re.findall(r"`([\w/]+\.py):([\w.]+)`", text):
        assert defined(file, name.split(".")), f"{file} has no {name}"


def defined(file: str, name: list[str]) -> bool:
    """Tell whether a file defines a name like `Class.method`."""
    body: list[ast.stmt] = ast.parse((ROOT / file).read_text(encoding="utf-8")).body
    for part in name:
        found = [each for each in body if getattr(each, "name", None) == part]
        if not found:
            return False
        body = getattr(found[0], "body", [])
    return True


# Settings, dependencies, changes -----------------------------------------------------------------------------


def test_the_example_explains_every_setting_and_its_usual_value() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    blocks = re.findall(r"^((?:# .*\n)+)#?([A-Z_]+)=(.*)$", example, re.MULTILINE)
    assert [name for _, name, _ in blocks] == [name.upper() for name in Settings.model_fields]
    for _, name, value in blocks:
        usual = Settings.model_fields[name.lower()].default
        assert value == ("" if usual is None else str(usual)), name


def test_the_example_is_read_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    everything = re.sub(r"^#([A-Z_]+=)", r"\1", (ROOT / ".env.example").read_text(encoding="utf-8"), flags=re.MULTILINE)
    (tmp_path / ".env").write_text(everything, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    usual = {name: field.default for name, field in Settings.model_fields.items()}
    assert Settings().model_dump() == usual


def test_every_dependency_is_told_with_its_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {
        re.split(r"[\[<>=~]", each)[0]
        for each in (*project["project"]["dependencies"], *project["dependency-groups"]["dev"])
    }
    told = set(re.findall(r"`([\w.-]+)`", CONTRIBUTING.split("## Dependencies")[1].split("\n## ")[0]))
    assert wanted - told == set()


def test_the_changelog_tells_of_what_is_not_released_yet() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(r"^## \[?Unreleased\]?\n\n### Added\n\n- \w", changes, re.MULTILINE)


def test_a_wheel_holds_all_that_the_bot_needs(tmp_path: Path) -> None:
    names = [path.relative_to(ROOT) for path in tracked()]
    wanted = {name.as_posix() for name in names if name.parts[0] in ("bot", "cogs", "db", "rules")}
    for name in (*wanted, "pyproject.toml", "README.md", "LICENSE"):
        copied = tmp_path / "project" / name
        copied.parent.mkdir(parents=True, exist_ok=True)
        copied.write_bytes((ROOT / name).read_bytes())
    build = [sys.executable, "-c", "from setuptools.build_meta import build_wheel; build_wheel('..')"]
    subprocess.run(build, cwd=tmp_path / "project", check=True, capture_output=True)  # noqa: S603 - the line above
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as packed:
        held = set(packed.namelist())
        (points,) = (packed.read(name).decode() for name in held if name.endswith("entry_points.txt"))
    assert wanted - held == set()
    assert {name.split("/")[0] for name in held if ".dist-info/" not in name} == {"bot", "cogs", "db", "rules"}
    assert "cheza = bot.__main__:main" in points
