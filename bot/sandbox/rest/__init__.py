"""The bot's side over HTTP: `/api/v10`, a file a topic."""

from . import channels, commands, emojis, guilds, interactions, messages, threads, users, webhooks
from .routing import Route

ROUTES: list[Route] = [
    route
    for topic in (users, guilds, channels, messages, threads, interactions, webhooks, commands, emojis)
    for route in topic.routes.all
]
