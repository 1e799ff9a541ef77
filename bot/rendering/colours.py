"""The colours of the look by what they mean; a game's own stand in its file."""

from __future__ import annotations

from dataclasses import dataclass

# Grounds, from the picture's own to the lines on it.
GROUND, WELL, RAISED, LINE = "#1B2127", "#242C34", "#303A44", "#43505C"
# Writing on a ground.
BRIGHT, MUTED = "#ECE7DC", "#97A3AF"
# Paper and what is printed on it.
PAPER, PAPER_EDGE, PAPER_DIM, INK = "#F1ECE1", "#C9C1B1", "#DDD6C8", "#20262E"
# States, the same in every game: what happened last, what you can do or have chosen, what will hurt.
LAST, CAN, WARN = "#FFB938", "#5BD6C2", "#FF7A66"
# What belongs to nobody: free corners, wilds, actions; and the winner's coin.
BRASS = "#E6CB8F"

NAMED = (
    GROUND,
    WELL,
    RAISED,
    LINE,
    BRIGHT,
    MUTED,
    PAPER,
    PAPER_EDGE,
    PAPER_DIM,
    INK,
    LAST,
    CAN,
    WARN,
    BRASS,
)


@dataclass(frozen=True, slots=True)
class Tone:
    """The colours and the outline that stand for one team or seat."""

    shape: str
    fill: str
    edge: str
    mark: str


TEAMS = (
    Tone("disc", "#2B6CD4", "#173F86", "#E4EEFF"),
    Tone("square", "#15946D", "#084A37", "#DFF7EC"),
    Tone("triangle", "#D2423A", "#86211D", "#FFE6E0"),
)
SEATS = tuple(
    Tone(shape, fill, GROUND, fill)
    for shape, fill in (
        ("diamond", "#C0A2FF"),
        ("square", "#4FCB9D"),
        ("hexagon", "#F2A6D2"),
        ("shield", "#C9D36A"),
        ("disc", "#6BA6FF"),
        ("triangle", "#FF8578"),
    )
)
