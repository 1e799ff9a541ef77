"""The sandbox's time."""

import pytest

from bot.sandbox.bell import Bell, StillNot
from bot.sandbox.clock import Clock, Snowflakes, iso


async def test_timers_run_in_order_each_at_its_own_moment() -> None:
    clock, ran = Clock(), list[tuple[str, int]]()
    start = clock.now()
    for name, after in (("late", 7200), ("early", 3600), ("never", 10_000)):
        clock.call_later(after, lambda name=name: ran.append((name, round(clock.now() - start))))  # type: ignore[misc]  # a default binds the name
    clock.call_later(60, lambda: ran.append(("cancelled", 0))).cancel()
    clock.pass_time(9000)
    assert ran == [("early", 3600), ("late", 7200)]
    assert round(clock.now() - start) == 9000
    clock.stop()


async def test_a_timer_set_by_a_timer_runs_in_the_same_pause() -> None:
    clock, ran = Clock(), list[str]()

    def first() -> None:
        clock.call_later(10, lambda: ran.append("second"))

    clock.call_later(10, first)
    clock.pass_time(30)
    assert ran == ["second"]
    clock.stop()


async def test_a_timer_runs_by_itself_when_nobody_lets_time_pass() -> None:
    clock, bell, ran = Clock(), Bell(), list[str]()

    def run() -> None:
        ran.append("x")
        bell.ring()

    clock.call_later(0.01, run)
    assert await bell.until(lambda: ran, within=5) == ["x"]
    clock.stop()


async def test_time_passes_forward_only() -> None:
    with pytest.raises(ValueError, match="forward"):
        Clock().pass_time(-1)


def test_ids_grow_and_carry_their_time() -> None:
    clock = Clock()
    ids = Snowflakes(clock)
    first, second = ids.new(), ids.new()
    assert first < second
    assert abs((first >> 22) + 1_420_070_400_000 - clock.now_ms()) < 1000


def test_moments_are_written_as_discord_does() -> None:
    assert iso(1_785_585_600.25) == "2026-08-01T12:00:00.250000+00:00"


async def test_waiting_ends_with_words() -> None:
    with pytest.raises(StillNot, match=r"after 0.01 s: the moon"):
        await Bell().until(lambda: False, within=0.01, otherwise=lambda: "the moon")
