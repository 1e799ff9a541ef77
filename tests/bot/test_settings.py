"""Settings: read once; each bad one is one sentence with its name, and the token is in no text."""

from __future__ import annotations

import traceback
from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.discord_address import DISCORD, is_sandbox
from bot.settings import Settings, SettingsRefused, read_settings

TOKEN = "very-secret-token"
NAMES = ("DISCORD_TOKEN", "DATABASE_URL", "LOG_LEVEL", "LOG_FORMAT", "DEV_GUILD_ID", "DISCORD_API_URL")


@pytest.fixture(autouse=True)
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment without settings, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_without_any_setting_there_are_usual_ones() -> None:
    settings = read_settings()
    assert settings.database_url == "sqlite+aiosqlite:///data/cheza.sqlite3"
    assert (settings.log_level, settings.log_format, settings.dev_guild_id) == ("INFO", "text", None)
    assert settings.discord_api_url == DISCORD


def test_the_environment_goes_before_the_file(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare / ".env").write_text(f"LOG_LEVEL=debug\nLOG_FORMAT=json\nDISCORD_TOKEN={TOKEN}\nOTHER=1\n")
    monkeypatch.setenv("LOG_LEVEL", "warning")
    settings = read_settings()
    assert (settings.log_level, settings.log_format, settings.token()) == ("WARNING", "json", TOKEN)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_setting_is_as_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "")
    assert read_settings() == Settings.model_validate({})


@pytest.mark.parametrize("token", [None, "", " ", "\t"])
def test_a_missing_token_is_named_with_what_to_do(token: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    if token is not None:
        monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(SettingsRefused, match=r"^DISCORD_TOKEN is missing: copy \.env\.example to \.env"):
        read_settings().token()


def test_blanks_around_a_token_are_no_part_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    assert read_settings().token() == TOKEN


BAD = [
    ("LOG_LEVEL", "LOUD"),
    ("LOG_LEVEL", "10"),
    ("LOG_FORMAT", "xml"),
    ("DEV_GUILD_ID", "my server"),
    ("DEV_GUILD_ID", "0"),
    ("DEV_GUILD_ID", "-5"),
    ("DEV_GUILD_ID", "1.5"),
    ("DISCORD_API_URL", "https://example.org"),
    ("DISCORD_API_URL", "http://["),
    ("DISCORD_API_URL", "8765"),
    ("DISCORD_API_URL", "http://127.0.0.1:99999"),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_a_bad_setting_is_one_sentence_with_its_name(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsRefused) as refused:
        read_settings()
    said = str(refused.value)
    assert said.startswith(f"The setting {name} is wrong: ")
    assert said.endswith(". See .env.example.")
    assert len(said.splitlines()) == 1
    assert ".." not in said
    assert TOKEN not in "".join(traceback.format_exception(refused.value))


def test_of_several_bad_settings_one_is_named_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    monkeypatch.setenv("LOG_FORMAT", "xml")
    with pytest.raises(SettingsRefused, match=r"^The setting LOG_LEVEL is wrong"):
        read_settings()


def test_a_file_that_is_no_text_is_named(bare: Path) -> None:
    (bare / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(SettingsRefused, match=r"^The file \.env can't be read"):
        read_settings()


def test_the_token_stands_in_no_text_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = read_settings()
    for text in (repr(settings), str(settings), str(settings.model_dump()), settings.model_dump_json()):
        assert TOKEN not in text


def test_an_error_about_the_token_does_not_repeat_it() -> None:
    with pytest.raises(ValidationError) as wrong:
        Settings.model_validate({"discord_token": [TOKEN]})
    assert TOKEN not in str(wrong.value)


# Where Discord is ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", ["https://discord.com", "https://discord.com/", "https://DISCORD.com"])
def test_discord_is_no_sandbox(url: str) -> None:
    assert not is_sandbox(url)


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:8765", "http://127.0.0.1:8765/", "http://localhost", "http://[::1]:80", "https://127.9.9.9"],
)
def test_a_loopback_address_is_a_sandbox(url: str) -> None:
    assert is_sandbox(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://discord.com",
        "https://discord.com.example.org",
        "https://discord.com@example.org",
        "https://discordapp.com",
        "https://discord.com/api",
        "http://localhost.example.org",
        "http://127.0.0.1.example.org",
        "http://127.0.0.1@example.org",
        "http://10.0.0.1",
        "http://0.0.0.0:8765",
        "http://[::]:8765",
        "ftp://127.0.0.1",
        "127.0.0.1:8765",
        "",
        "http://",
        "http://127.0.0.1\\@example.org",
    ],
)
def test_any_other_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        is_sandbox(url)
