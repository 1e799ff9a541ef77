"""The same position is the same picture, to the byte: in another process, and with all threads at once."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from hashlib import sha256
from multiprocessing import get_context

from .games import PICTURES

# A few of every kind: in a fresh process all palettes are learned, which takes long.
NAMES = (
    "take5/look_table",
    "take5/choice_of_ten",
    "take5/scoring_ten",
    "take5/hand_seven",
    "sequence/look_crossing",
    "sequence/look_jack",
    "sequence/choice_few_chips",
    "sequence/five_of_six",
    "sequence/look_hand",
    "stacks/look_six",
    "stacks/look_hand_seven",
    "stacks/choice_chip",
)


def digest(name: str) -> str:
    return sha256(PICTURES[name]()).hexdigest()


def digests_all_at_once() -> dict[str, str]:
    with ThreadPoolExecutor(8) as threads:
        return dict(zip(NAMES, threads.map(digest, NAMES), strict=True))


def test_a_fresh_process_draws_the_same_bytes_with_all_its_threads_at_once() -> None:
    """With nothing drawn yet there, so that threads also meet while sprites and palettes are made."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        there = process.submit(digests_all_at_once)
        assert {name: digest(name) for name in NAMES} == there.result()
