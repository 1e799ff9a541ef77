"""Each limit of messages, components and forms, with one request that breaks it."""

from typing import Any, TypeAlias

import aiohttp
import discord
import pytest

from bot.sandbox import Person, Sandbox
from bot.sandbox.component_limits import check_modal
from bot.sandbox.refusals import Refusal

from .bots import PNG, Api, Puppet, button, row

Body: TypeAlias = dict[str, Any]
V2 = 1 << 15


def text(content: str = "x") -> Body:
    return {"type": 10, "content": content}


def select(count: int = 1, **more: Any) -> Body:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | more


def layout(*components: Body) -> Body:
    return {"flags": V2, "components": list(components)}


def gallery(*urls: str, **more: Any) -> Body:
    return {"type": 12, "items": [{"media": {"url": url}} | more for url in urls]}


BUTTONS = [button(str(n)) for n in range(6)]
LINK = {"type": 2, "style": 5, "label": "Go"}
PICTURE = "https://example.com/a.png"

REFUSED_MESSAGES: dict[str, Body] = {
    "content over 2000": {"content": "x" * 2001},
    "nothing at all": {"content": "  "},
    "11 embeds": {"embeds": [{"title": "x"}] * 11},
    "an embed title over 256": {"embeds": [{"title": "x" * 257}]},
    "an embed description over 4096": {"embeds": [{"description": "x" * 4097}]},
    "an embed footer over 2048": {"embeds": [{"title": "x", "footer": {"text": "x" * 2049}}]},
    "an embed author over 256": {"embeds": [{"title": "x", "author": {"name": "x" * 257}}]},
    "26 fields": {"embeds": [{"fields": [{"name": "x", "value": "x"}] * 26}]},
    "a field without a value": {"embeds": [{"fields": [{"name": "x", "value": ""}]}]},
    "a field value over 1024": {"embeds": [{"fields": [{"name": "x", "value": "x" * 1025}]}]},
    "6001 characters of embeds": {"embeds": [{"description": "x" * 3001}] * 2},
    "an embed picture that is no picture": {"embeds": [{"image": {"url": "attachment://a.txt"}}]},
    "a nonce over 25": {"content": "x", "nonce": "n" * 26},
    "6 rows": {"content": "x", "components": [row(button(str(n))) for n in range(6)]},
    "6 buttons in a row": {"content": "x", "components": [row(*BUTTONS)]},
    "an empty row": {"content": "x", "components": [row()]},
    "a select beside a button": {"content": "x", "components": [row(button(), select())]},
    "a button outside a row": {"content": "x", "components": [button()]},
    "a custom id over 100": {"content": "x", "components": [row(button("i" * 101))]},
    "a custom id twice": {"content": "x", "components": [row(button("i"), button("i"))]},
    "a label over 80": {"content": "x", "components": [row(button(label="l" * 81))]},
    "a button without words": {"content": "x", "components": [row(button(label=""))]},
    "a button without an id": {"content": "x", "components": [row({"type": 2, "style": 1, "label": "x"})]},
    "a link without an address": {"content": "x", "components": [row(LINK)]},
    "a link address over 512": {"content": "x", "components": [row(LINK | {"url": "https://" + "x" * 505})]},
    "an unknown button style": {"content": "x", "components": [row(button(style=9))]},
    "a select without options": {"content": "x", "components": [row(select(0))]},
    "26 options": {"content": "x", "components": [row(select(26))]},
    "an option value twice": {
        "content": "x",
        "components": [row(select(options=[{"label": "a", "value": "1"}, {"label": "b", "value": "1"}]))],
    },
    "an option label over 100": {
        "content": "x",
        "components": [row(select(options=[{"label": "l" * 101, "value": "1"}]))],
    },
    "a placeholder over 150": {"content": "x", "components": [row(select(placeholder="p" * 151))]},
    "more values than options": {"content": "x", "components": [row(select(2, max_values=3))]},
    "a text display without the flag": {"content": "x", "components": [text()]},
    "content beside a layout": {"content": "x"} | layout(text()),
    "embeds beside a layout": {"embeds": [{"title": "x"}]} | layout(text()),
    "41 components, nested ones counted": layout({"type": 17, "components": [text()] * 40}),
    "4001 characters in one text": layout(text("x" * 4001)),
    "4001 characters in two texts": layout(text("x" * 2000), text("x" * 2001)),
    "a container in a container": layout({"type": 17, "components": [{"type": 17, "components": [text()]}]}),
    "an empty container": layout({"type": 17, "components": []}),
    "a section without an accessory": layout({"type": 9, "components": [text()]}),
    "a section of 4 texts": layout({"type": 9, "components": [text()] * 4, "accessory": button()}),
    "11 pictures in a gallery": layout(gallery(*[PICTURE] * 11)),
    "alt text over 1024": layout(gallery(PICTURE, description="d" * 1025)),
    "a text input in a message": layout(row({"type": 4, "custom_id": "t", "style": 1, "label": "x"})),
    "an unknown component": layout({"type": 99}),
}


@pytest.mark.parametrize("what", REFUSED_MESSAGES)
async def test_a_message_over_a_limit_is_refused_and_recorded(
    sandbox: Sandbox, api: Api, alice: Person, games: int, what: str
) -> None:
    status, refusal = await api("POST", f"/channels/{games}/messages", REFUSED_MESSAGES[what])
    assert (status, refusal["code"] in (50035, 50006)) == (400, True), refusal
    assert alice.messages("games") == []
    assert len(sandbox.violations) >= 1
    sandbox.violations.clear()


@pytest.mark.parametrize("what", REFUSED_MESSAGES)
async def test_the_limits_hold_without_discords_description(what: str) -> None:
    async with Sandbox() as sandbox, aiohttp.ClientSession() as session:
        games = sandbox.person("alice").channel("games").id
        api = Api(session, sandbox)
        status, refusal = await api("POST", f"/channels/{games}/messages", REFUSED_MESSAGES[what])
    assert (status, refusal["code"] in (50035, 50006)) == (400, True), refusal


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"content": "x", "nonce": "n" * 25},
        {"embeds": [{"description": "x" * 4000}, {"description": "x" * 2000}]},
        {"content": "x", "components": [row(*BUTTONS[:5])]},
        {"content": "x", "components": [row(select(25, max_values=25, min_values=0))]},
        {"content": "x", "components": [row(LINK | {"url": "https://example.com"})]},
        layout({"type": 17, "components": [text()] * 39}),
        layout(text("x" * 2000), text("x" * 2000)),
        layout({"type": 9, "components": [text()], "accessory": button()}),
        layout(gallery(*[PICTURE] * 10), {"type": 14}),
    ],
)
async def test_a_message_at_its_limit_is_taken(api: Api, games: int, body: Body) -> None:
    assert (await api("POST", f"/channels/{games}/messages", body))[0] == 200


async def test_an_edit_obeys_the_same_limits(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    _, sent = await api("POST", f"/channels/{games}/messages", {"content": "x"})
    path = f"/channels/{games}/messages/{sent['id']}"
    for body in ({"content": "x" * 2001}, {"content": None}, {"components": [row(*BUTTONS)]}):
        status, refusal = await api("PATCH", path, body)
        assert (status, refusal["code"] in (50035, 50006)) == (400, True)
    assert alice.last("games").text == "x"
    sandbox.violations.clear()


async def test_a_layout_cannot_be_taken_back(sandbox: Sandbox, api: Api, alice: Person, games: int) -> None:
    _, sent = await api("POST", f"/channels/{games}/messages", layout(text()))
    path = f"/channels/{games}/messages/{sent['id']}"
    status, _ = await api("PATCH", path, {"content": "plain", "components": [], "flags": 0})
    assert status == 400
    _, edited = await api("PATCH", path, {"flags": 0})
    assert edited["flags"] & V2
    sandbox.violations.clear()


async def test_a_message_becomes_a_layout_once_its_content_is_emptied(sandbox: Sandbox, api: Api, games: int) -> None:
    _, sent = await api("POST", f"/channels/{games}/messages", {"content": "x"})
    path = f"/channels/{games}/messages/{sent['id']}"
    assert (await api("PATCH", path, layout(text())))[0] == 400
    assert (await api("PATCH", path, {"content": None} | layout(text())))[0] == 200
    sandbox.violations.clear()


async def test_files_have_limits(sandbox: Sandbox, api: Api, games: int) -> None:
    path = f"/channels/{games}/messages"
    many = {f"{n}.png": PNG for n in range(11)}
    assert (await api("POST", path, {}, files=many))[0] == 400
    status, refusal = await api("POST", path, {}, files={"big.png": bytes(10 * 2**20 + 1)})
    assert (status, refusal["code"]) == (413, 40005)
    alt = {"attachments": [{"id": 0, "description": "d" * 1025}]}
    assert (await api("POST", path, alt, files={"a.png": PNG}))[0] == 400
    assert (await api("POST", path, {}, files={"a.png": bytes(10 * 2**20)}))[0] == 200
    sandbox.violations.clear()


FIELD = {"type": 4, "custom_id": "f", "style": 1}
LABELLED = {"type": 18, "label": "Word", "component": FIELD}
OPTIONS = [{"label": str(n), "value": str(n)} for n in range(11)]
REFUSED_FORMS: dict[str, Body] = {
    "title over 45": {"title": "t" * 46, "components": [LABELLED]},
    "an id over 100": {"custom_id": "i" * 101, "components": [LABELLED]},
    "no part": {"components": []},
    "6 parts": {"components": [LABELLED | {"component": FIELD | {"custom_id": str(n)}} for n in range(6)]},
    "a label over 45": {"components": [LABELLED | {"label": "l" * 46}]},
    "a description over 100": {"components": [LABELLED | {"description": "d" * 101}]},
    "a placeholder over 100": {"components": [LABELLED | {"component": FIELD | {"placeholder": "p" * 101}}]},
    "a value over 4000": {"components": [LABELLED | {"component": FIELD | {"value": "v" * 4001}}]},
    "a field id twice": {"components": [LABELLED, LABELLED]},
    "a button": {"components": [LABELLED | {"component": button()}]},
    "one radio option": {
        "components": [LABELLED | {"component": {"type": 21, "custom_id": "r", "options": OPTIONS[:1]}}]
    },
    "11 check boxes": {"components": [LABELLED | {"component": {"type": 22, "custom_id": "c", "options": OPTIONS}}]},
}


@pytest.mark.parametrize("what", REFUSED_FORMS)
def test_the_limits_of_forms_hold_without_discords_description(what: str) -> None:
    with pytest.raises(Refusal) as refusal:
        check_modal({"title": "Form", "custom_id": "form"} | REFUSED_FORMS[what])
    assert refusal.value.code == 50035


@pytest.mark.parametrize("what", REFUSED_FORMS)
async def test_a_form_over_a_limit_is_refused(
    sandbox: Sandbox, bot: Puppet, api: Api, alice: Person, what: str
) -> None:
    outcome: list[tuple[int, Any]] = []

    async def open_form(interaction: discord.Interaction) -> None:
        data = {"title": "Form", "custom_id": "form"} | REFUSED_FORMS[what]
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        outcome.append(await api("POST", path, {"type": 9, "data": data}))
        await interaction.response.defer()

    bot.on_component = open_form
    answer = await alice.click(alice.say("games", "x"), custom_id="open", raw=True)
    assert (outcome[0][0], outcome[0][1]["code"]) == (400, 50035)
    assert answer.modal is None
    sandbox.violations.clear()
