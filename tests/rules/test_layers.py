"""Rules stand alone: on the standard library and each other, luck from one place, no clock, no input."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import rules

FOLDER = Path(rules.__file__).parent
LEFT_OUT = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "pathlib",
    "socket",
    "asyncio",
    "threading",
    "uuid",
}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]


def test_rules_import_the_standard_library_and_rules_and_only_chance_draws() -> None:
    paths = sorted(FOLDER.rglob("*.py"))
    assert len(paths) > 3
    for path in paths:
        found = set(imports(path))
        assert found <= sys.stdlib_module_names | {"rules"}, path.name
        assert found & LEFT_OUT <= ({"random"} if path.name == "chance.py" else set()), path.name
