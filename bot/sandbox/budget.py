"""So many in so much time: the shape of several of Discord's limits."""

from .clock import Clock


class Budget:
    """Counts what was spent in a sliding window of sandbox time."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._spent: list[float] = []

    def spend(self, size: int, amount: int = 1) -> float | None:
        """Takes `amount`; when that is more than is left, takes nothing and tells the seconds to wait."""
        now = self._clock.now()
        self._spent = [at for at in self._spent if now - at < self._seconds]
        if len(self._spent) + amount > size:
            return self._spent[0] + self._seconds - now if self._spent else self._seconds
        self._spent += [now] * amount
        return None
