"""The host's settings: read once, from the environment and `.env`, and passed down."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.discord_address import DISCORD, is_sandbox


class SettingsRefused(Exception):
    """A setting that the bot can't run with; the text says which and what to do."""


class Settings(BaseSettings):
    """What a host can set. `.env.example` explains each."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True)

    discord_token: SecretStr | None = None
    database_url: str = "sqlite+aiosqlite:///data/cheza.sqlite3"
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    dev_guild_id: int | None = Field(default=None, gt=0)
    discord_api_url: str = DISCORD

    @field_validator("discord_api_url")
    @classmethod
    def _known_address(cls, url: str) -> str:
        is_sandbox(url)
        return url

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, level: object) -> object:
        return level.upper() if isinstance(level, str) else level

    def token(self) -> str:
        """Return the bot's token; raises `SettingsRefused` where there is none."""
        secret = self.discord_token.get_secret_value().strip() if self.discord_token else ""
        if not secret:
            raise SettingsRefused(
                "DISCORD_TOKEN is missing: copy .env.example to .env and put your bot's token there"
                " (https://discord.com/developers/applications, your application, Bot)."
            )
        return secret


def read_settings(*, env_file: bool = True) -> Settings:
    """Read the settings; raises `SettingsRefused` with one line about the first one that is wrong.

    Without `env_file` the `.env` of a host is left alone: a demo beside it must not take its settings.
    """
    try:
        return Settings() if env_file else Settings(_env_file=None)  # type: ignore[call-arg]  # pydantic-settings takes it
    except ValidationError as errors:
        first = errors.errors(include_url=False, include_input=False)[0]
        name = "_".join(str(part) for part in first["loc"]).upper()
        said = first["msg"].removeprefix("Value error, ")
        raise SettingsRefused(f"The setting {name} is wrong: {said}. See .env.example.") from None
    except (OSError, UnicodeDecodeError):
        raise SettingsRefused(
            "The file .env can't be read: save it as plain text (UTF-8) that Cheza may read."
        ) from None
