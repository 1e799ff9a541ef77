"""What bots are forked off has imported: all of the bot, with what its pictures are made of drawn."""

from bot.rendering import sequence, take5

sequence.warm_up()
take5.warm_up()
