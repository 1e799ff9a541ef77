"""Limits of application commands (interactions/application-commands.mdx)."""

import unicodedata
from collections.abc import Iterable

from .jsons import Json
from .refusals import Refusal, form_error

SLASH, USER, MESSAGE = 1, 2, 3
AT_MOST = {SLASH: 100, USER: 15, MESSAGE: 15}
SUBCOMMAND, GROUP = 1, 2
MAX_OPTIONS = 25
MAX_CHOICES = 25
MAX_SIZE = 8000
"""Names, descriptions and choice values of one command together, localisations included."""


def check_commands(commands: list[Json]) -> None:
    """Refuses a set of commands that Discord would refuse."""
    for kind, limit in AT_MOST.items():
        if sum(_kind(command) == kind for command in commands) > limit:
            raise Refusal(30032)
    seen: set[tuple[str, int]] = set()
    for number, command in enumerate(commands):
        check_command(command, str(number))
        key = (command["name"], _kind(command))
        if key in seen:
            raise form_error(
                f"{number}.name",
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)


def check_command(command: Json, at: str) -> None:
    if _kind(command) == SLASH:
        _check_name(command, at)
        _check_description(command, at)
    elif not 1 <= len(command.get("name") or "") <= 32:
        raise form_error(f"{at}.name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 32 in length.")
    _check_options(command.get("options") or [], at)
    if _size(command) > MAX_SIZE:
        raise form_error(at, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_SIZE})")


def check_choices(choices: list[Json], at: str) -> None:
    """Choices of an option or of an autocomplete answer."""
    if len(choices) > MAX_CHOICES:
        raise form_error(at, "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_CHOICES} or fewer in length.")
    for number, choice in enumerate(choices):
        if not 1 <= len(str(choice.get("name", ""))) <= 100:
            raise form_error(f"{at}.{number}.name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")
        if isinstance(choice.get("value"), str) and len(choice["value"]) > 100:
            raise form_error(f"{at}.{number}.value", "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")


def _check_options(options: list[Json], at: str) -> None:
    if len(options) > MAX_OPTIONS:
        raise form_error(f"{at}.options", "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_OPTIONS} or fewer in length.")
    optional_seen = False
    names = set()
    for number, option in enumerate(options):
        here = f"{at}.options.{number}"
        _check_name(option, here)
        _check_description(option, here)
        if option["name"] in names:
            raise form_error(f"{here}.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
        names.add(option["name"])
        if option.get("required") and optional_seen:
            raise form_error(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen |= not option.get("required") and option["type"] not in (SUBCOMMAND, GROUP)
        check_choices(option.get("choices") or [], f"{here}.choices")
        _check_options(option.get("options") or [], here)


def _check_name(holder: Json, at: str) -> None:
    for path, name in _localised(holder, "name"):
        if not isinstance(name, str) or not 1 <= len(name) <= 32 or not all(map(_fits_name, name)):
            raise form_error(f"{at}.{path}", "STRING_TYPE_REGEX", "String value did not match validation regex.")
        if name != name.lower():
            raise form_error(f"{at}.{path}", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_description(holder: Json, at: str) -> None:
    for path, text in _localised(holder, "description"):
        if not isinstance(text, str) or not 1 <= len(text) <= 100:
            raise form_error(f"{at}.{path}", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")


def _localised(holder: Json, field: str) -> Iterable[tuple[str, object]]:
    yield field, holder.get(field)
    for locale, text in (holder.get(f"{field}_localizations") or {}).items():
        yield f"{field}_localizations.{locale}", text


def _fits_name(character: str) -> bool:
    r"""Whether `^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$` takes this character."""
    if character in "-_'" or unicodedata.category(character)[0] in "LN":
        return True
    return unicodedata.name(character, "").startswith(("DEVANAGARI", "THAI"))


def _kind(command: Json) -> int:
    return int(command.get("type") or SLASH)


def _size(part: Json) -> int:
    """The longest of a text and its localisations counts (application-commands.mdx, Command limits)."""
    size = 0
    for field in ("name", "description"):
        texts = [part.get(field) or "", *(part.get(f"{field}_localizations") or {}).values()]
        size += max(len(text) for text in texts)
    for choice in part.get("choices") or []:
        size += len(str(choice["value"])) + len(str(choice["name"]))
    return size + sum(_size(option) for option in part.get("options") or [])
