"""Every sentence for people goes through the catalogues, and the catalogues hold what the code says."""

from __future__ import annotations

import ast
from string import Formatter

import pytest
from babel.messages.catalog import Message

from bot.i18n import LOCALES, SOURCE, say_in
from tests.catalogues import TEMPLATE, files, read, template, updated, written
from tests.project import ROOT
from tests.sentences import NOT_FOR_PLAYERS, Refusals, Said, found, in_tree

REFUSALS = Refusals(frozenset({"Refusal", "Refused"}), frozenset({"Stale"}))


def places(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def texts(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the forms of a sentence, or of its translation, of which there may be none yet."""
    return (value,) if isinstance(value, str) else tuple(value or ())


def test_no_sentence_goes_around_the_catalogues() -> None:
    assert found().faults == ()


def test_the_template_holds_what_the_code_says() -> None:
    assert TEMPLATE.read_bytes() == written(template()), "make messages writes it anew"


def test_every_catalogue_has_the_sentences_of_the_code() -> None:
    assert SOURCE in [path.relative_to(LOCALES).parts[0] for path in files()]
    for path in files():
        assert path.read_bytes() == written(updated(path)), "make messages writes it anew"


def test_the_english_catalogue_is_complete() -> None:
    catalog = read(LOCALES / SOURCE / "LC_MESSAGES" / "cheza.po")
    sentences = [message for message in catalog if message.id]
    assert len(sentences) > 200
    assert [message.id for message in sentences if not all(texts(message.string) or ("",))] == []


def test_a_translation_has_the_places_of_its_sentence() -> None:
    wrong: list[Message] = []
    for path in files():
        for message in read(path):
            wanted = set().union(*map(places, texts(message.id)))
            wrong += [message for said in texts(message.string) if said and not places(said) <= wanted | {"count"}]
            wrong += [message for said in texts(message.string)[-1:] if said and places(said) != wanted]
    assert wrong == []


def test_english_says_what_the_code_says() -> None:
    say = say_in("en-GB")
    assert say("Due {time}", time="now") == "Due now"
    assert [say.many("{count} head", "{count} heads", count) for count in (1, 2)] == ["1 head", "2 heads"]


def test_what_is_not_for_players_is_still_there() -> None:
    assert [file for file in NOT_FOR_PLAYERS if not (ROOT / file).is_file()] == []


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("answer.say('Due {time}', time=at)", ["Due {time}"]),
        ("say.many('{count} head', '{count} heads', n)", [("{count} head", "{count} heads")]),
        ("raise Refused('No bot ' 'sits here.')", ["No bot sits here."]),
        ("class Stale(Refused):\n def __init__(self):\n  super().__init__('Gone.')\nraise Stale()", ["Gone."]),
        ("command(name=_t('play'), description=_t('Open a table'))", ["play", "Open a table"]),
        ("log.info('a match could not be told')", []),
        ("Button(say('Join'), 'l:1:join')", ["Join"]),
    ],
)
def test_a_sentence_is_found_where_it_is_said(code: str, said: list[str | tuple[str, str]]) -> None:
    walk = in_tree(ast.parse(code), "cogs/x.py", REFUSALS, shown=True)
    assert walk.said == tuple(Said(each, "cogs/x.py") for each in said)
    assert walk.faults == ()


@pytest.mark.parametrize(
    "code",
    [
        "say(f'Due {time}')",
        "say('one' if n == 1 else 'many')",
        "raise Refused(text)",
        "Button('Join', 'l:1:join')",
        "message(lines(small('Gone'), say('Here.')))",
        "Panel(question=f'Choose {card}')",
        "command(name='play', description=_t('Open a table'))",
        "text = 'The table has moved on.'",
    ],
)
def test_a_text_that_goes_around_is_found(code: str) -> None:
    assert in_tree(ast.parse(code), "cogs/x.py", REFUSALS, shown=True).faults != ()
