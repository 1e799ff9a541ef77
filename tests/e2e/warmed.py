"""What bots are forked off has imported: all of the bot, with what its pictures are made of drawn."""

from importlib import import_module

from rules import GAMES

for key in GAMES:
    import_module(f"bot.rendering.{key}").warm_up()
