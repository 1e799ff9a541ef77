"""The commands as Discord is told them, and the texts of /help and /rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.client import Cheza
from bot.i18n import Refused, say_in
from bot.settings import Settings
from cogs.help import help_on, rules_of
from rules import GAMES

SAY = say_in(None)


def commands_of(bot: Cheza) -> dict[str, dict[str, Any]]:
    return {command.name: command.to_dict(bot.tree) for command in bot.tree.get_commands()}


async def test_the_commands_are_those_that_players_were_promised(bot: Cheza) -> None:
    promised = {
        *("play", "games", "table", "hand", "move", "rules"),
        *("leaderboard", "history", "preferences", "away", "help"),
    }
    assert promised <= set(commands_of(bot))


async def test_every_name_and_description_fits_discord(bot: Cheza) -> None:
    for name, command in commands_of(bot).items():
        parts = [command, *command["options"]]
        assert all(re.fullmatch(r"[a-z0-9_-]{1,32}", part["name"]) for part in parts), name
        assert all(1 <= len(part["description"]) <= 100 for part in parts), name
        assert len(command["options"]) <= 25
        for option in command["options"]:
            choices = option.get("choices", [])
            assert len(choices) <= 25
            assert all(1 <= len(choice["name"]) <= 100 for choice in choices)
        texts = [*parts, *(choice for option in command["options"] for choice in option.get("choices", []))]
        assert sum(len(str(text.get(key, ""))) for text in texts for key in ("name", "description", "value")) <= 8000


async def test_what_belongs_to_a_server_is_not_offered_in_a_dm(bot: Cheza) -> None:
    commands = commands_of(bot)
    for name, command in commands.items():
        in_dms = 1 in (command["contexts"] or (0, 1))
        assert in_dms == (name not in ("play", "leaderboard", "settings", "admin")), name
    assert commands["settings"]["default_member_permissions"] == 1 << 5  # Manage Server


async def test_every_game_can_be_played_told_and_ranked(bot: Cheza) -> None:
    commands = commands_of(bot)
    for name in ("play", "rules", "leaderboard"):
        (option,) = [each for each in commands[name]["options"] if each["name"] == "game"]
        assert [choice["value"] for choice in option["choices"]] == list(GAMES)
    assert {presentation.game.key for presentation in bot.presentations} == set(GAMES)


@pytest.mark.parametrize("key", GAMES)
async def test_the_rules_of_a_game_are_one_message(bot: Cheza, key: str) -> None:
    made = await rules_of(bot, key, SAY)
    assert 500 < len(made.text()) <= 4000
    assert made.view().total_children_count <= 40
    assert made.text().startswith(f"## {GAMES[key].title}\n")
    assert "ruling" in made.text()
    assert "Unofficial" in made.text()


async def test_of_an_unknown_game_there_are_no_rules(bot: Cheza) -> None:
    with pytest.raises(Refused, match="no such game"):
        await rules_of(bot, "chess", SAY)


@pytest.mark.parametrize("topic", ["play", "fair", "kept", "anything else"])
def test_help_is_one_message(topic: str) -> None:
    assert 100 < len(help_on(topic, SAY).text()) <= 4000


def test_help_names_only_commands_that_there_are() -> None:
    named = set(re.findall(r"\*\*/([a-z]+)", "".join(help_on(topic, SAY).text() for topic in ("play", "fair", "kept"))))
    assert named
    lists = {"games", "table", "hand", "move", "rules", "leaderboard", "history"}
    assert named <= {"play", *lists, "preferences", "away", "help"}


async def test_the_ids_of_buttons_are_told_apart(bot: Cheza) -> None:
    samples = {
        *("l:17:join", "o:17:target", "m:17:4:55", "m:17:-:draw", "m:17:4:row 2", "p:17:4:7h", "h:17:5:t", "h:17:5:p3"),
        *("more:17", "rules:take5", "b:take5:all:0:2:n", "history:17:new", "history:17:3:e", "fair:17", "hand:panel"),
    }
    patterns = bot._connection._view_store._dynamic_items
    for sample in samples:
        assert sum(pattern.fullmatch(sample) is not None for pattern in patterns) == 1, sample


async def test_a_bot_that_never_connected_closes_without_a_word(tmp_path: Path) -> None:
    bot = Cheza(Settings.model_validate({"database_url": f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}"}))
    await bot.close()
    await bot.close()
    assert not (tmp_path / "x.sqlite3").exists()
