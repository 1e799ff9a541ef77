"""The sandbox says what it doesn't know, and checks itself."""

import base64
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox import Person, Sandbox
from bot.sandbox.description import Description, load
from bot.sandbox.rest import ROUTES

from .bots import DESCRIPTION, PNG, Api, Puppet

KNOWN_ROUTES = Path(__file__).with_name("discord_routes.txt")
"""The sandbox's routes as they stand in Discord's description; looked up anew wherever that is at hand."""


async def test_an_unknown_route_answers_501_and_is_recorded(sandbox: Sandbox, api: Api) -> None:
    status, body = await api("GET", "/guilds/1/soundboard-sounds")
    assert (status, body["message"]) == (
        501,
        "sandbox: GET /guilds/1/soundboard-sounds is not implemented",
    )
    assert [violation.what for violation in sandbox.violations] == ["not implemented by the sandbox"]
    sandbox.violations.clear()


async def test_unknown_fields_are_recorded_and_ignored(sandbox: Sandbox, api: Api, games: int) -> None:
    assert (await api("POST", f"/channels/{games}/messages", {"content": "x", "colour": "red"}))[0] == 200
    assert "colour" in str(sandbox.violations[0])
    sandbox.violations.clear()


async def test_what_the_sandbox_does_not_act_on_is_recorded(sandbox: Sandbox, api: Api, games: int) -> None:
    await api("POST", f"/channels/{games}/messages", {"content": "x", "sticker_ids": []})
    assert "sticker_ids" in str(sandbox.violations[0])
    sandbox.violations.clear()


async def test_a_wrong_token_is_unauthorised(sandbox: Sandbox, api: Api) -> None:
    headers = {"Authorization": "Bot another-token"}
    address = f"{sandbox.url}/api/v10/users/@me"
    async with aiohttp.ClientSession(headers=headers) as session, session.get(address) as response:
        assert response.status == 401
    assert (await api("GET", "/users/@me"))[0] == 200


async def test_a_mistake_of_the_sandbox_is_told_apart(
    sandbox: Sandbox, api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox.stage, "snapshots", None)
    path = f"/applications/{sandbox.world.bot.id}/commands"
    status, _ = await api("PUT", path, [{"type": 1, "name": "new", "description": "New"}])
    assert status == 500
    assert "the sandbox failed" in str(sandbox.violations[0])
    sandbox.violations.clear()


async def test_application_emojis_are_kept_and_served(sandbox: Sandbox, bot: Puppet, api: Api) -> None:
    emoji = await bot.create_application_emoji(name="joker", image=PNG)
    assert [found.name for found in await bot.fetch_application_emojis()] == ["joker"]
    assert await emoji.read() == PNG
    path = f"/applications/{sandbox.world.bot.id}/emojis"
    big = base64.b64encode(bytes(256 * 1024 + 1)).decode()
    status, refusal = await api("POST", path, {"name": "big", "image": f"data:image/png;base64,{big}"})
    assert (status, refusal["code"]) == (400, 50138)
    assert (await api("POST", path, {"name": "two words", "image": "data:image/png;base64,"}))[0] == 400
    await emoji.delete()
    assert await bot.fetch_application_emojis() == []
    sandbox.violations.clear()


def test_every_route_is_one_of_discords() -> None:
    kept = KNOWN_ROUTES.read_text(encoding="utf-8").splitlines()
    assert sorted({f"{route.method} {route.template}" for route in ROUTES}) == kept
    if DESCRIPTION is not None:
        description = load(DESCRIPTION)
        assert [route for route in kept if not description.knows(*route.split(" ", 1))] == []


SMALL = Description(
    {
        "components": {
            "schemas": {
                "Row": {
                    "type": "object",
                    "properties": {"type": {"type": "integer", "enum": [1]}, "size": {"type": "integer", "maximum": 5}},
                    "required": ["type"],
                },
                "Text": {
                    "type": "object",
                    "properties": {
                        "type": {"type": "integer", "enum": [10]},
                        "content": {"type": "string", "maxLength": 3},
                    },
                    "required": ["type", "content"],
                },
            }
        },
        "paths": {
            "/things/{id}": {
                "post": {
                    "requestBody": {
                        "content": {
                            "application/json": {
                                "schema": {
                                    "type": "object",
                                    "properties": {
                                        "parts": {
                                            "type": "array",
                                            "maxItems": 2,
                                            "items": {
                                                "oneOf": [
                                                    {"$ref": "#/components/schemas/Row"},
                                                    {"$ref": "#/components/schemas/Text"},
                                                ]
                                            },
                                        },
                                        "note": {"type": ["string", "null"]},
                                    },
                                }
                            }
                        }
                    }
                }
            }
        },
    }
)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"parts": [{"type": 10, "content": "long"}]}, ["parts", "0", "content"]),
        ({"parts": [{"type": 10}]}, ["parts", "0", "content"]),
        ({"parts": [{"type": 1}, {"type": 1, "size": 6}]}, ["parts", "1", "size"]),
        ({"parts": [{"type": 7}]}, ["parts", "0", "type"]),
        ({"parts": [{"type": 1}] * 3}, ["parts"]),
        ({"parts": "x"}, ["parts"]),
        ({"parts": None}, ["parts"]),
    ],
)
def test_the_description_leads_to_the_fault(body: object, where: list[str]) -> None:
    errors = SMALL.check_body("POST", "/things/{thing_id}", body).errors
    for step in where:
        errors = errors[step]
    assert errors["_errors"]


def test_the_description_takes_what_is_right_and_notes_what_is_unknown() -> None:
    body = {"parts": [{"type": 1, "size": "5"}, {"type": 10, "content": "ok", "font": "x"}], "note": None}
    found = SMALL.check_body("POST", "/things/{thing_id}", body)
    assert (found.errors, found.unknown) == ({}, ["parts.1.font"])


async def test_waiting_says_what_the_person_sees(sandbox: Sandbox, alice: Person) -> None:
    alice.say("games", "only this")
    with pytest.raises(AssertionError, match="only this"):
        await alice.until(lambda: alice.messages("games")[5], within=0.01, what="a sixth message")
