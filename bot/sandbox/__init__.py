"""An offline Discord on 127.0.0.1, for an unmodified discord.py, and a page to play on.

It enforces what Discord enforces, and fails loudly on what it does not know. Where to look: `server.py`
is the whole from outside, `stage.py` the parts inside, `rest/` the bot's calls, `people.py` a person for
tests, `faults.py` what can go wrong on purpose, `page/` the page.
"""

from .bell import StillNot
from .child import Child
from .clock import StillClock
from .demo import serve
from .demo_world import build_demo
from .faults import Faults, Held
from .impossible import Impossible
from .journal import Call, Violation
from .people import Answer, Modal, Person, Place
from .permissions import Permission
from .seen import Seen
from .server import PortBusy, Sandbox
from .world import World

__all__ = [
    "Answer",
    "Call",
    "Child",
    "Faults",
    "Held",
    "Impossible",
    "Modal",
    "Permission",
    "Person",
    "Place",
    "PortBusy",
    "Sandbox",
    "Seen",
    "StillClock",
    "StillNot",
    "Violation",
    "World",
    "build_demo",
    "serve",
]
