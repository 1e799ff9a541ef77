"""The world of the demo, and of a test that wants no other."""

from .world import World

NAMES = ("alice", "bob", "cara", "dai", "eli", "fay", "gus", "hana", "ivo", "jun", "kim", "leo")


def build_demo(world: World) -> None:
    """The server Tafarn: twelve people, #games and #tavern, and everybody's DM with the bot."""
    people = [world.add_user(name) for name in NAMES]
    tafarn = world.add_guild("Tafarn", people)
    world.add_channel(tafarn, "games", topic="Tables are opened here")
    world.add_channel(tafarn, "tavern", topic="Talk about anything")
    for person in people:
        world.open_dm(person.id)
