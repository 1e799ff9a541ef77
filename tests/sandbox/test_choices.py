"""What people choose and type, in every kind of option and select, and what they may not."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.sandbox import Answer, Impossible, Permission, Person, Sandbox

from .bots import Api, Puppet, running


def note(said: list[Any]) -> Puppet:
    """A bot whose command takes every type of option."""
    bot = Puppet(intents=discord.Intents(guilds=True))

    @bot.tree.command(description="All types")
    async def all_types(
        interaction: discord.Interaction,
        word: app_commands.Range[str, 2, 4],
        yes: bool = False,
        size: float = 0.5,
        place: discord.TextChannel | None = None,
        who: discord.User | None = None,
    ) -> None:
        said.append((word, yes, size, place and place.name, who and who.name))
        await interaction.response.send_message("noted", ephemeral=True)

    return bot


async def test_options_of_every_type_arrive(sandbox: Sandbox, alice: Person, bob: Person) -> None:
    said: list[Any] = []
    async with running(sandbox, note(said)):
        place = alice.channel("tavern")
        await alice.slash("games", "all_types", word="abc", yes=True, size="1.5", place=place, who=bob)
        await alice.slash("dm", "all_types", word="abc", who=bob)
    assert said == [("abc", True, 1.5, "tavern", "bob"), ("abc", False, 0.5, None, "bob")]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"word": "a"}, "too short or too long"),
        ({"word": "abcde"}, "too short or too long"),
        ({"word": "abc", "size": "big"}, "is a number"),
        ({"word": "abc", "place": 12}, "no such channel"),
        ({"word": "abc", "who": 12}, "nobody with the id"),
    ],
)
async def test_options_are_checked_as_discords_form_does(
    sandbox: Sandbox, alice: Person, typed: dict[str, Any], why: str
) -> None:
    async with running(sandbox, note([])):
        with pytest.raises(Impossible, match=why):
            await alice.slash("games", "all_types", **typed)


@pytest.fixture
async def selects(sandbox: Sandbox, bot: Puppet, api: Api, games: int) -> list[Any]:
    """A message with a select of each kind; the list gathers what the bot gets."""
    got: list[Any] = []

    async def gather(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        got.append((data["values"], sorted(data.get("resolved", {}))))
        await interaction.response.defer()

    bot.on_component = gather
    rows = [
        {"type": 1, "components": [{"type": kind, "custom_id": f"k{kind}", "max_values": 2}]} for kind in (5, 6, 7, 8)
    ]
    options = [{"label": label, "value": label[0]} for label in ("Red", "Blue", "Green")]
    string = {"type": 3, "custom_id": "k3", "placeholder": "Colour", "options": options, "max_values": 2}
    rows.append({"type": 1, "components": [string]})
    assert (await api("POST", f"/channels/{games}/messages", {"content": "choose", "components": rows}))[0] == 200
    return got


async def test_selects_of_every_kind_arrive(
    sandbox: Sandbox, selects: list[Any], alice: Person, bob: Person, games: int
) -> None:
    role = sandbox.world.add_role(sandbox.guild, "players", Permission(0))
    message = alice.last("games")
    chosen: dict[int, list[Any]] = {5: [bob], 6: [role.id], 7: [bob.id], 8: [games], 3: ["Red", "B"]}
    for kind, values in chosen.items():
        answer = await alice.click(message, custom_id=f"k{kind}", values=values)
        assert answer.acked
    assert selects == [
        ([str(bob.id)], ["members", "users"]),
        ([str(role.id)], ["roles"]),
        ([str(bob.id)], ["members", "users"]),
        ([str(games)], ["channels"]),
        (["R", "B"], []),
    ]
    assert message.select("Colour").value_of("Blue") == "B"
    assert [select.custom_id for select in message.selects] == ["k5", "k6", "k7", "k8", "k3"]


@pytest.mark.parametrize(
    ("custom_id", "values", "why"),
    [
        ("k3", [], "too few or too many"),
        ("k3", ["R", "B", "G"], "too few or too many"),
        ("k3", ["R", "R"], "twice"),
        ("k3", ["Black"], "no option"),
        ("k5", [12], "nobody"),
        ("k6", [12], "no such role"),
        ("k8", [12], "no such channel"),
    ],
)
async def test_selects_take_what_they_offer(
    selects: list[Any], alice: Person, custom_id: str, values: list[Any], why: str
) -> None:
    with pytest.raises(Impossible, match=why):
        await alice.click(alice.last("games"), custom_id=custom_id, values=values)
    assert selects == []


OPTIONS = [{"label": "Red", "value": "r"}, {"label": "Blue", "value": "b"}]
FORM = [
    {"type": 18, "label": "Word", "component": {"type": 4, "style": 1, "custom_id": "word", "value": "preset"}},
    {"type": 18, "label": "Side", "component": {"type": 21, "custom_id": "side", "options": OPTIONS}},
    {"type": 18, "label": "Boxes", "component": {"type": 22, "custom_id": "boxes", "options": OPTIONS}},
    {"type": 18, "label": "Who", "component": {"type": 5, "custom_id": "who", "required": False}},
]


@pytest.fixture
async def form(bot: Puppet, api: Api, alice: Person) -> Answer:
    async def show(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await interaction.response.defer()
            return
        data = {"title": "Form", "custom_id": "form", "components": FORM}
        await api("POST", f"/interactions/{interaction.id}/{interaction.token}/callback", {"type": 9, "data": data})

    bot.on_component = show
    return await alice.click(alice.say("games", "x"), custom_id="open", raw=True)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"Side": "r", "Boxes": ["r"], "Nothing": "x"}, "no field"),
        ({"Word": "", "Side": "r", "Boxes": ["r"]}, "word is needed"),
        ({"Boxes": ["r"]}, "side is needed"),
        ({"Side": "x", "Boxes": ["r"]}, "no option"),
        ({"Side": "r", "Boxes": ["x"]}, "unknown boxes"),
        ({"Side": "r"}, "unknown boxes"),
    ],
)
async def test_forms_are_checked_before_they_are_sent(
    form: Answer, alice: Person, typed: dict[str, Any], why: str
) -> None:
    with pytest.raises(Impossible, match=why):
        await alice.submit(form, typed)


async def test_a_form_keeps_its_presets_and_sends_people(form: Answer, alice: Person, bob: Person) -> None:
    assert (await alice.submit(form, {"Side": "r", "Boxes": ["r"], "Who": [bob.id]})).acked


async def test_there_is_no_form_where_none_opened(bot: Puppet, alice: Person) -> None:
    with pytest.raises(Impossible, match="no form"):
        await alice.submit(None, {})


async def test_a_raw_click_may_carry_values(sandbox: Sandbox, bot: Puppet, alice: Person) -> None:
    got: list[Any] = []

    async def gather(interaction: discord.Interaction) -> None:
        got.append(interaction.data)
        await interaction.response.defer()

    bot.on_component = gather
    message = alice.say("games", "x")
    await alice.click(message, custom_id="old", values=[7], raw=True)
    assert (got[0]["component_type"], got[0]["values"]) == (3, ["7"])
    with pytest.raises(ValueError, match="custom_id"):
        await alice.click(message, raw=True)


async def test_reading_says_what_is_missing(sandbox: Sandbox, selects: list[Any], alice: Person) -> None:
    message = alice.last("games")
    with pytest.raises(LookupError, match="no button 'Join'"):
        message.button("Join")
    with pytest.raises(LookupError, match="no select"):
        message.select("Suit")
    assert "Colour" in repr(message)
