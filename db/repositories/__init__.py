"""Every query of the project, a module a topic. Each repository works on the connection it is given."""

from db.repositories.clocks import ClockRepository
from db.repositories.leaderboards import LeaderboardRepository
from db.repositories.matches import MatchRepository, StaleVersion
from db.repositories.notices import NoticeRepository
from db.repositories.people import PeopleRepository
from db.repositories.seats import SeatRepository
from db.repositories.tellings import TellingRepository

__all__ = [
    "ClockRepository",
    "LeaderboardRepository",
    "MatchRepository",
    "NoticeRepository",
    "PeopleRepository",
    "SeatRepository",
    "StaleVersion",
    "TellingRepository",
]
