"""Commands, components and forms, with a real discord.py bot."""

from typing import Any

import discord
import pytest
from discord import app_commands

from bot.sandbox import Impossible, Person, Sandbox

from .bots import Api, Puppet, running


class Panel(discord.ui.View):
    """Two buttons and a select that say what was done with them."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Join", custom_id="join")
    async def join(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.send_message(f"{interaction.user.name} joined", ephemeral=True)

    @discord.ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, interaction: discord.Interaction, _: discord.ui.Button[Any]) -> None:
        await interaction.response.defer()

    @discord.ui.select(
        placeholder="A card",
        custom_id="card",
        options=[
            discord.SelectOption(label="Seven", value="7"),
            discord.SelectOption(label="Ace", value="1"),
        ],
    )
    async def card(self, interaction: discord.Interaction, select: discord.ui.Select[Any]) -> None:
        await interaction.response.edit_message(content=f"took {select.values[0]}", view=None)


class Form(discord.ui.Modal, title="A move"):
    card: discord.ui.TextInput[Any] = discord.ui.TextInput(label="Card", max_length=3)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"played {self.card.value}", ephemeral=True)


def with_commands() -> Puppet:
    bot = Puppet()

    @bot.tree.command(description="Open a table")
    @app_commands.describe(game="Which game", seats="How many")
    @app_commands.choices(game=[app_commands.Choice(name="Take 5", value="take5")])
    async def play(interaction: discord.Interaction, game: str, seats: app_commands.Range[int, 2, 10] = 2) -> None:
        await interaction.response.send_message(f"{game} for {seats}", view=Panel())

    @bot.tree.command(description="Make a move")
    async def move(interaction: discord.Interaction, card: str) -> None:
        await interaction.response.send_modal(Form())

    @move.autocomplete("card")
    async def cards(interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"card {current}", value=current + "!")]

    @bot.tree.command(description="Think first")
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(content="done")

    group = app_commands.Group(name="seat", description="Seats")

    @group.command(description="Give it up")
    async def leave(interaction: discord.Interaction, who: discord.User) -> None:
        await interaction.response.send_message(f"{who.name} left", ephemeral=True)

    bot.tree.add_command(group)
    return bot


async def test_a_slash_command_is_answered_in_the_channel(sandbox: Sandbox, alice: Person, bob: Person) -> None:
    async with running(sandbox, with_commands()):
        answer = await alice.slash("games", "play", game="take5", seats=4)
    assert answer.acked and not answer.failed
    assert [message.text for message in bob.messages("games")] == ["take5 for 4"]


async def test_a_button_is_found_by_its_label_and_answers_one_person_alone(
    sandbox: Sandbox, alice: Person, bob: Person
) -> None:
    async with running(sandbox, with_commands()):
        table = (await alice.slash("games", "play", game="take5")).message
        assert table is not None
        answer = await bob.click(table, "Join")
    assert (await answer.reply()).text == "bob joined"
    assert bob.last("games").ephemeral
    assert [message.text for message in alice.messages("games")] == ["take5 for 2"]


async def test_a_choice_updates_the_message(sandbox: Sandbox, alice: Person) -> None:
    async with running(sandbox, with_commands()):
        answer = await alice.slash("games", "play", game="take5")
        await alice.click(alice.last("games"), "A card", values=["Seven"])
    assert answer.message is not None
    assert (answer.message.text, answer.message.edited, answer.message.labels) == ("took 7", True, [])


async def test_a_form_opens_and_is_sent_once(sandbox: Sandbox, alice: Person, bob: Person) -> None:
    async with running(sandbox, with_commands()):
        answer = await alice.slash("games", "move", card="x")
        assert answer.modal is not None
        assert (answer.modal.title, [field.label for field in answer.modal.fields]) == ("A move", ["Card"])
        with pytest.raises(Impossible, match="characters"):
            await alice.submit(answer, {"Card": "too long"})
        with pytest.raises(Impossible, match="no such open modal"):
            await bob.submit(answer, {"Card": "55"})
        sent = await alice.submit(answer, {"Card": "55"})
        with pytest.raises(Impossible, match="no such open modal"):
            await alice.submit(answer, {"Card": "55"})
    assert (await sent.reply()).text == "played 55"


async def test_autocomplete_offers_choices(sandbox: Sandbox, alice: Person) -> None:
    async with running(sandbox, with_commands()):
        answer = await alice.autocomplete("games", "move", "card", card="5")
    assert [(choice.name, choice.value) for choice in answer.choices] == [("card 5", "5!")]


async def test_a_deferred_answer_is_filled_without_an_edit_mark(sandbox: Sandbox, alice: Person) -> None:
    async with running(sandbox, with_commands()):
        reply = await (await alice.slash("games", "think")).reply()
    assert (reply.text, reply.ephemeral, reply.edited) == ("done", True, False)


async def test_a_subcommand_takes_a_user(sandbox: Sandbox, alice: Person, bob: Person) -> None:
    async with running(sandbox, with_commands()):
        reply = await (await alice.slash("games", "seat leave", who=bob)).reply()
    assert reply.text == "bob left"


async def test_commands_work_in_direct_messages(sandbox: Sandbox, alice: Person, bob: Person) -> None:
    async with running(sandbox, with_commands()):
        await alice.slash("dm", "play", game="take5")
    assert alice.last("dm").text == "take5 for 2"
    assert bob.messages("dm") == []


@pytest.mark.parametrize(
    ("command", "options", "why"),
    [
        ("nothing", {}, "no command /nothing"),
        ("play", {}, "game is needed"),
        ("play", {"game": "chess"}, "choose one from the list"),
        ("play", {"game": "take5", "seats": 11}, "out of range"),
        ("play", {"game": "take5", "seats": "many"}, "is a number"),
        ("play", {"game": "take5", "colour": "red"}, "no option"),
        ("seat", {}, "needs one of its subcommands"),
        ("seat stand", {}, "no command /seat stand"),
    ],
)
async def test_a_person_can_only_send_what_the_form_takes(
    sandbox: Sandbox, alice: Person, command: str, options: dict[str, Any], why: str
) -> None:
    async with running(sandbox, with_commands()):
        with pytest.raises(Impossible, match=why):
            await alice.slash("games", command, **options)


async def test_a_person_can_only_click_what_is_there(sandbox: Sandbox, alice: Person, bob: Person) -> None:
    async with running(sandbox, with_commands()):
        table = (await alice.slash("games", "play", game="take5")).message
        assert table is not None
        with pytest.raises(Impossible, match="disabled"):
            await alice.click(table, "Closed")
        with pytest.raises(Impossible, match="0 components"):
            await alice.click(table, "Leave")
        with pytest.raises(Impossible, match="no option"):
            await alice.click(table, custom_id="card", values=["12"])
        hers = (await (await alice.click(table, "Join")).reply()).id
        with pytest.raises(Impossible, match="don't see"):
            await bob.click(hers, custom_id="join")
        with pytest.raises(Impossible, match="don't see"):
            await bob.click(hers, custom_id="join", raw=True)


async def test_a_stale_click_reaches_the_bot(sandbox: Sandbox, bot: Puppet, alice: Person) -> None:
    clicked = []

    async def note(interaction: discord.Interaction) -> None:
        data: Any = interaction.data
        clicked.append(data["custom_id"])
        await interaction.response.defer()

    bot.on_component = note
    message = alice.say("games", "anything")
    answer = await alice.click(message, custom_id="m:17:4:55", raw=True)
    assert answer.acked
    assert clicked == ["m:17:4:55"]


async def test_without_an_answer_in_three_seconds_the_interaction_fails(
    sandbox: Sandbox, bot: Puppet, api: Api, alice: Person, games: int
) -> None:
    waiting: list[discord.Interaction] = []

    async def be_late(interaction: discord.Interaction) -> None:
        waiting.append(interaction)
        await sandbox.pass_time(3.1)

    bot.on_component = be_late
    answer = await alice.click(alice.say("games", "x"), custom_id="late", raw=True)
    assert answer.failed and not answer.acked
    with pytest.raises(discord.NotFound) as refusal:
        await waiting[0].response.defer()
    assert refusal.value.code == 10062


async def test_a_second_answer_is_refused(sandbox: Sandbox, bot: Puppet, api: Api, alice: Person) -> None:
    seen: list[discord.Interaction] = []

    async def defer(interaction: discord.Interaction) -> None:
        seen.append(interaction)
        await interaction.response.defer()

    bot.on_component = defer
    await alice.click(alice.say("games", "x"), custom_id="twice", raw=True)
    again = await api("POST", f"/interactions/{seen[0].id}/{seen[0].token}/callback", {"type": 6})
    assert (again[0], again[1]["code"]) == (400, 40060)


async def test_a_token_lives_fifteen_minutes(sandbox: Sandbox, alice: Person) -> None:
    async with running(sandbox, with_commands()) as bot:
        kept: list[discord.Interaction] = []

        @bot.tree.command(name="keep", description="Keep the token")
        async def keep(interaction: discord.Interaction) -> None:
            kept.append(interaction)
            await interaction.response.send_message("kept")

        await bot.tree.sync()
        await alice.slash("games", "keep")
        await sandbox.pass_time(14 * 60)
        await kept[0].edit_original_response(content="edited")
        await sandbox.pass_time(61)
        with pytest.raises(discord.HTTPException) as refusal:
            await kept[0].followup.send("too late")
    assert (refusal.value.status, refusal.value.code) == (401, 50027)
    assert alice.last("games").text == "edited"


async def test_a_follow_up_before_the_first_answer_is_unknown(
    sandbox: Sandbox, bot: Puppet, api: Api, alice: Person
) -> None:
    outcome = []

    async def hurry(interaction: discord.Interaction) -> None:
        path = f"/webhooks/{interaction.application_id}/{interaction.token}"
        outcome.append(await api("POST", path, {"content": "first"}))
        await interaction.response.defer()

    bot.on_component = hurry
    await alice.click(alice.say("games", "x"), custom_id="hurry", raw=True)
    assert outcome[0][1]["code"] == 10015


async def test_the_first_follow_up_fills_the_thinking_message_and_stays_private(
    sandbox: Sandbox, bot: Puppet, alice: Person, bob: Person
) -> None:
    async def think(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.followup.send("for you", ephemeral=False)
        await interaction.followup.send("for all", ephemeral=False)

    bot.on_component = think
    message = alice.say("games", "x")
    answer = await alice.click(message, custom_id="think", raw=True)
    await alice.until(lambda: len(answer.followups) == 1)
    assert [m.text for m in alice.messages("games")] == ["x", "for you", "for all"]
    assert [m.text for m in bob.messages("games")] == ["x", "for all"]


@pytest.mark.parametrize("kind", [6, 7])
async def test_a_command_has_no_message_to_update(sandbox: Sandbox, api: Api, alice: Person, kind: int) -> None:
    bot = Puppet()
    outcome = []

    @bot.tree.command(description="Answer wrongly")
    async def wrong(interaction: discord.Interaction) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        outcome.append(await api("POST", path, {"type": kind, "data": {"content": "x"}}))
        await interaction.response.send_message("right")

    async with running(sandbox, bot):
        await alice.slash("games", "wrong")
    assert outcome[0][1]["code"] == 50035
    assert "can be updated" in str(sandbox.violations[0])
    sandbox.violations.clear()


async def test_a_form_cannot_answer_a_form(sandbox: Sandbox, bot: Puppet, api: Api, alice: Person) -> None:
    refused: list[int] = []

    async def answer_with_form(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            path = f"/interactions/{interaction.id}/{interaction.token}/callback"
            await api("POST", path, {"type": 9, "data": Form().to_dict()})
            return
        try:
            await interaction.response.send_modal(Form())
        except discord.HTTPException as refusal:
            refused.append(refusal.code)
            await interaction.response.defer()

    bot.on_component = answer_with_form
    answer = await alice.click(alice.say("games", "x"), custom_id="open", raw=True)
    await alice.submit(answer, {"Card": "1"})
    assert refused == [50035]
    sandbox.violations.clear()


async def test_an_ephemeral_message_is_out_of_reach_for_the_channel_routes(
    sandbox: Sandbox, api: Api, alice: Person, games: int
) -> None:
    async with running(sandbox, with_commands()):
        reply = await (await alice.slash("games", "think")).reply()
    path = f"/channels/{games}/messages/{reply.id}"
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await api(method, path, body))[1]["code"] == 10008
    assert (await api("GET", f"/channels/{games}/messages"))[1] == []


async def test_a_dismissed_message_is_gone(sandbox: Sandbox, alice: Person, bob: Person) -> None:
    async with running(sandbox, with_commands()):
        reply = await (await alice.slash("games", "think")).reply()
    with pytest.raises(Impossible):
        bob.dismiss(reply)
    alice.dismiss(reply)
    assert alice.messages("games") == []


async def test_every_kind_of_form_field_arrives(sandbox: Sandbox, bot: Puppet, api: Api, alice: Person) -> None:
    options = [{"label": "Red", "value": "r"}, {"label": "Blue", "value": "b"}]
    parts = [
        {"type": 18, "label": "Word", "component": {"type": 4, "style": 1, "custom_id": "word"}},
        {"type": 18, "label": "Colour", "component": {"type": 3, "custom_id": "colour", "options": options}},
        {"type": 18, "label": "Side", "component": {"type": 21, "custom_id": "side", "options": options}},
        {"type": 18, "label": "Boxes", "component": {"type": 22, "custom_id": "boxes", "options": options}},
        {"type": 18, "label": "Sure", "component": {"type": 23, "custom_id": "sure"}},
    ]
    sent: list[Any] = []

    async def handle(interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            sent.extend(part["component"] for part in interaction.data["components"])  # type: ignore[index,typeddict-item]  # raw, as it came
            await interaction.response.defer()
        else:
            data = {"custom_id": "form", "title": "All", "components": parts}
            path = f"/interactions/{interaction.id}/{interaction.token}/callback"
            await api("POST", path, {"type": 9, "data": data})

    bot.on_component = handle
    answer = await alice.click(alice.say("games", "x"), custom_id="open", raw=True)
    await alice.submit(answer, {"Word": "hi", "Colour": ["r"], "Side": "b", "Boxes": ["r", "b"], "Sure": True})
    got = {field["custom_id"]: field.get("value", field.get("values")) for field in sent}
    assert got == {"word": "hi", "colour": ["r"], "side": "b", "boxes": ["r", "b"], "sure": True}


async def test_an_interaction_tells_what_the_bot_may_do(
    sandbox: Sandbox, bot: Puppet, alice: Person, games: int
) -> None:
    from_bot: list[discord.Permissions] = []

    async def look(interaction: discord.Interaction) -> None:
        from_bot.append(interaction.app_permissions)
        await interaction.response.defer()

    bot.on_component = look
    message = alice.say("games", "x")
    await alice.click(message, custom_id="look", raw=True)
    assert from_bot[0].send_messages and not from_bot[0].manage_threads
