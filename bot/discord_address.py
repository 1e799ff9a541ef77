"""Where Discord is: its own address, or that of a sandbox on this machine."""

from __future__ import annotations

from ipaddress import ip_address

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

DISCORD = "https://discord.com"


def is_sandbox(url: str) -> bool:
    """Tell a loopback address from Discord's own; anything else raises `ValueError`."""
    address = yarl.URL(url)
    if str(address).rstrip("/") == DISCORD:
        return False
    host = address.host or ""
    if address.scheme not in ("http", "https") or not (host == "localhost" or _is_loopback(host)):
        raise ValueError(f"DISCORD_API_URL is {DISCORD} or a sandbox on this machine, such as http://127.0.0.1:8765")
    return True


def point_discord_at(url: str) -> None:
    """Let discord.py speak to a sandbox. To be called before a client is made.

    The three class attributes are all of it: REST (webhooks and interaction callbacks included), the
    gateway where no other address was told, and avatars.
    """
    base = url.rstrip("/")
    Route.BASE = f"{base}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base.replace("http", "ws", 1)) / "gateway"
    discord.Asset.BASE = base


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
