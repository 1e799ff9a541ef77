"""Finds every sentence for people in the code, and every text that goes around the catalogues.

A sentence stands where it is said: `say("...")`, `say.many("one", "several", n)`, `_t("...")` for the names and
descriptions of commands, and as the template of a refusal: `Refused("...")`, or `super().__init__("...")` within
such a class.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from tests.project import ROOT

SILENT = {
    "bench": "the benchmark speaks to hosts, in English",
    "rendering": "pictures hold no sentences",
    "sandbox": "the page has sentences of its own",
}
"""Packages of the bot that say nothing to players, with the reason."""
SPOKEN = (
    "bot/*.py",
    *(
        f"bot/{each.name}/*.py"
        for each in sorted((ROOT / "bot").iterdir())
        if each.is_dir() and each.name not in SILENT
    ),
)
SAID_IN = (*SPOKEN, "cogs/**/*.py", "rules/**/*.py")
SHOWN_IN = (*SPOKEN, "cogs/**/*.py")
NOT_FOR_PLAYERS = {
    "bot/__main__.py": "the command line speaks to hosts, in English",
    "bot/selfplay.py": "the command line speaks to hosts, in English",
    "bot/verify.py": "the command line speaks to hosts, in English",
    "bot/settings.py": "what is wrong with a setting is for hosts, in English",
    "bot/discord_address.py": "what is wrong with a setting is for hosts, in English",
    "bot/codec.py": "what can't be read from the database is for the log",
    "bot/logs.py": "the log is in English",
}
DYNAMIC = {
    "game.title": "a game's title is a name",
}
"""What may stand in place of a sentence, with the reason."""
NAMES = {
    "sandbox clock": "a task's name, for debugging",
    "warm up": "a task's name, for debugging",
    "View Channel": "a permission, called as in Discord's settings",
    "Send Messages": "a permission, called as in Discord's settings",
    "Attach Files": "a permission, called as in Discord's settings",
    "Read Message History": "a permission, called as in Discord's settings",
    "Create Public Threads": "a permission, called as in Discord's settings",
    "Send Messages in Threads": "a permission, called as in Discord's settings",
}
"""Texts of several words that are no sentences, with the reason."""

SHOWING: dict[str, tuple[int | str, ...]] = {
    "message": ("*",),
    "box": ("*",),
    "lines": ("*",),
    "small": (0,),
    "Text": (0, "words"),
    "Button": (0, "label"),
    "Option": (0, 2, "label", "about"),
    "Select": (2, "placeholder"),
    "OptionWords": (0, 1, "title", "about"),
    "Panel": (0, 1, "question", "hints"),
    "Choice": (0, "label", "name"),
    "Board": (1, "caption"),
    "Picture": (1, "alt"),
    "Label": ("text", "description"),
    "Modal": ("title",),
    "command": ("name", "description"),
    "describe": ("**",),
    "add_option": ("label", "description"),
}
"""What shows words to people, and which of its arguments (by place, by name, `*` and `**` for all) are those words."""

WORD = re.compile(r"[^\W\d_]{2,}")
PHRASE = re.compile(r"[^\W\d_]{2,}[,.:;]? [^\W\d_]{2,}")

Sentence: TypeAlias = str | tuple[str, str]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, or its forms for one and for several, and the file it stands in."""

    sentence: Sentence
    file: str


@dataclass(frozen=True, slots=True)
class Found:
    """What a walk through the code found; a fault is a text that no catalogue can translate."""

    said: tuple[Said, ...]
    faults: tuple[str, ...]


@cache
def found() -> Found:
    """Walk through the code of the project."""
    files = {file: tree for pattern in SAID_IN for file, tree in parsed(pattern)}
    shown_in = {file for pattern in SHOWN_IN for file, _ in parsed(pattern)} - set(NOT_FOR_PLAYERS)
    refusals = refusals_in(files.values())
    said: list[Said] = []
    faults: list[str] = []
    for file, tree in files.items():
        each = in_tree(tree, file, refusals, shown=file in shown_in)
        said += each.said
        faults += each.faults
    return Found(tuple(said), tuple(faults))


def parsed(pattern: str) -> Iterator[tuple[str, ast.Module]]:
    """Read the files that a pattern means, by their paths in the project."""
    for path in sorted(ROOT.glob(pattern)):
        yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Refusals:
    """The names of the classes that are refusals: those that take a sentence, those that bring their own."""

    taking: frozenset[str]
    bringing: frozenset[str]


def refusals_in(trees: Iterable[ast.Module]) -> Refusals:
    """Return the classes that are refusals."""
    classes = {node.name: node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    names = {"Refusal"}
    while more := {name for name, node in classes.items() if names & set(map(last_name, node.bases))} - names:
        names |= more
    bringing = {
        name
        for name in names - {"Refusal"}
        for part in classes[name].body
        if isinstance(part, ast.FunctionDef) and part.name == "__init__"
    }
    return Refusals(frozenset(names - bringing), frozenset(bringing))


def in_tree(tree: ast.Module, file: str, refusals: Refusals, *, shown: bool) -> Found:
    """Walk through one file; `shown` where its texts are for players."""
    said: list[tuple[int, Said]] = []
    faults: list[tuple[int, str]] = []
    taken: set[int] = set()
    for call, within in calls(tree):
        texts = sentence_of(call, within, refusals)
        if not texts:
            continue
        taken |= {id(text) for text in texts}
        words = tuple(text.value if isinstance(text, ast.Constant) else None for text in texts)
        if all(isinstance(each, str) for each in words):
            sentence: Sentence = words if len(words) > 1 else words[0]  # type: ignore[assignment]  # all are str
            said.append((call.lineno, Said(sentence, file)))
        elif not all(ast.unparse(text) in DYNAMIC for text in texts):
            faults.append((call.lineno, f"{ast.unparse(call)}: a sentence has to be written out where it is said"))
    if shown:
        faults += [(text.lineno, f"{text.value!r} goes around the catalogues") for text in bypassing(tree, taken)]
    return Found(
        tuple(each for _, each in sorted(said, key=lambda pair: pair[0])),
        tuple(f"{file}:{line}: {why}" for line, why in sorted(set(faults))),
    )


def sentence_of(call: ast.Call, within: str | None, refusals: Refusals) -> tuple[ast.expr, ...]:
    """Return the one or two arguments of a call that are a sentence; none where it says nothing."""
    name = last_name(call.func)
    if name == "many" and isinstance(call.func, ast.Attribute) and last_name(call.func.value) == "say":
        return tuple(call.args[:2])
    brings = within in refusals.bringing and ast.unparse(call.func) == "super().__init__"
    if name in ("say", "_t") or name in refusals.taking or brings:
        return tuple(call.args[:1])
    return ()


def calls(tree: ast.AST, within: str | None = None) -> Iterator[tuple[ast.Call, str | None]]:
    """Return every call, with the class that it stands in."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call):
            yield node, within
        yield from calls(node, node.name if isinstance(node, ast.ClassDef) else within)


def bypassing(tree: ast.Module, taken: set[int]) -> Iterator[ast.Constant]:
    """Return texts that are shown without being said: words given to what shows them, and phrases anywhere."""
    silent = {id(text) for text in unsaid_texts(tree)} | taken
    for call, _ in calls(tree):
        for argument in shown_arguments(call):
            yield from (each for each in texts_of(argument) if id(each) not in silent and WORD.search(str(each.value)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and PHRASE.search(node.value):
            if id(node) in silent or node.value in NAMES:
                continue
            yield node


def shown_arguments(call: ast.Call) -> Iterator[ast.expr]:
    wanted = SHOWING.get(last_name(call.func), ())
    for place, argument in enumerate(call.args):
        if place in wanted or "*" in wanted:
            yield argument
    for keyword in call.keywords:
        if keyword.arg in wanted or "**" in wanted:
            yield keyword.value


def texts_of(argument: ast.expr) -> Iterator[ast.Constant]:
    """Return the texts of an expression that are shown as they stand: not what is given to another call."""
    if isinstance(argument, ast.Constant):
        if isinstance(argument.value, str):
            yield argument
        return
    if isinstance(argument, (ast.Call, ast.Compare, ast.Subscript)):
        return
    for child in ast.iter_child_nodes(argument):
        if isinstance(child, ast.expr):
            yield from texts_of(child)


def unsaid_texts(tree: ast.Module) -> Iterator[ast.Constant]:
    """Return the texts that are for developers and logs: docstrings, what is logged, errors that aren't refusals."""
    for node in ast.walk(tree):
        inner: Iterable[ast.AST] = ()
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inner = (node.value,)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("log."):
            inner = ast.walk(node)
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            inner = node.exc.args if last_name(node.exc.func) in ("RuntimeError", "ValueError") else ()
        yield from (each for each in inner if isinstance(each, ast.Constant))


def last_name(node: ast.expr) -> str:
    """Return the last part of a dotted name, or nothing."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
