"""What a match comes to on the leaderboards: results, and ratings by OpenSkill."""

from __future__ import annotations

from collections.abc import Mapping

from openskill.models import PlackettLuce

from bot.positions import Position
from db.records import RatingRecord, ResultRecord

_MODEL = PlackettLuce()
BASE, SCALE = 1000, 24
"""How OpenSkill's ordinal (mu - 3 sigma, 0 for a newcomer) is shown: 1000 and up or down from there."""


def shown_rating(mu: float, sigma: float) -> float:
    """Return the rating that is shown and ranked by."""
    return BASE + SCALE * (mu - 3 * sigma)


def newcomer(position: Position, user_id: int, with_bots: bool) -> RatingRecord:
    """Return the standing of somebody with no result yet."""
    rating = _MODEL.rating()
    match = position.match
    return RatingRecord(
        guild_id=match.guild_id,
        game=match.game,
        with_bots=with_bots,
        user_id=user_id,
        mu=rating.mu,
        sigma=rating.sigma,
        rating=shown_rating(rating.mu, rating.sigma),
        played=0,
        won=0,
        shared_wins=0,
        place_sum=0,
        last_at=0,
    )


def results_of(
    position: Position, known: Mapping[int, RatingRecord], with_bots: bool, now: int
) -> tuple[list[ResultRecord], list[RatingRecord]]:
    """Return the results of a match that is over, and its people's new standings.

    `known` holds the standings before it, by person. An unrated match changes no standing. A bot is rated as a
    newcomer each time and keeps no standing.
    """
    match, outcome = position.match, position.state.outcome
    counts = match.rated
    teams = position.game.teams(len(match.seats), position.options)
    sides = sorted(set(teams))
    before = [
        known.get(seat.user_id) or newcomer(position, seat.user_id, with_bots) if seat.user_id is not None else None
        for seat in match.seats
    ]
    place_of_side = {side: outcome.places[teams.index(side)] for side in sides}
    rated = _MODEL.rate(
        [
            [
                _MODEL.rating(mu=standing.mu, sigma=standing.sigma) if standing else _MODEL.rating()
                for standing, team in zip(before, teams, strict=True)
                if team == side
            ]
            for side in sides
        ],
        ranks=[place_of_side[side] for side in sides],
    )
    queues = {side: iter(side_ratings) for side, side_ratings in zip(sides, rated, strict=True)}
    results: list[ResultRecord] = []
    standings: list[RatingRecord] = []
    for seat, old, side in zip(match.seats, before, teams, strict=True):
        new = next(queues[side])
        place = outcome.places[seat.seat]
        shared = sum(place_of_side[other] == place for other in sides) > 1
        after = shown_rating(new.mu, new.sigma)
        results.append(
            ResultRecord(
                match_id=match.id,
                seat=seat.seat,
                guild_id=match.guild_id,
                game=match.game,
                user_id=seat.user_id,
                with_bots=with_bots,
                place=place,
                score=outcome.scores[seat.seat],
                shared=shared,
                rating_before=old.rating if old and counts else None,
                rating_after=after if old and counts else None,
                ended_at=now,
            )
        )
        if old is not None and counts:
            standings.append(
                RatingRecord(
                    guild_id=old.guild_id,
                    game=old.game,
                    with_bots=old.with_bots,
                    user_id=old.user_id,
                    mu=new.mu,
                    sigma=new.sigma,
                    rating=after,
                    played=old.played + 1,
                    won=old.won + (place == 1),
                    shared_wins=old.shared_wins + (place == 1 and shared),
                    place_sum=old.place_sum + place,
                    last_at=now,
                )
            )
    return results, standings
