"""The people's screens: who is told of what, and what notified them."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable

from .bell import Bell
from .jsons import Json
from .model import User
from .seen import Seen


class Crowd:
    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._screens: dict[int, list[asyncio.Queue[Json]]] = defaultdict(list)
        self.pings: dict[int, list[Seen]] = defaultdict(list)
        """For each person the messages that notified them, as they were when they came."""

    def open_screen(self, user_id: int) -> asyncio.Queue[Json]:
        """A new stream of what this person is shown from now on."""
        screen: asyncio.Queue[Json] = asyncio.Queue()
        self._screens[user_id].append(screen)
        return screen

    def close_screen(self, user_id: int, screen: asyncio.Queue[Json]) -> None:
        self._screens[user_id].remove(screen)

    def tell(self, user_id: int, event: Json) -> None:
        for screen in self._screens[user_id]:
            screen.put_nowait(event)
        self._bell.ring()

    def show(
        self, people: Iterable[User], event: Callable[[int], Json], sees: Callable[[int], bool] = lambda _: True
    ) -> None:
        """Tells an event to those of some people who see what it is about; without a screen nobody looks."""
        for user in people:
            if self._screens.get(user.id) and sees(user.id):
                self.tell(user.id, event(user.id))
        self._bell.ring()

    def ping(self, user_id: int, message: Seen) -> None:
        self.pings[user_id].append(message)
        self._bell.ring()
