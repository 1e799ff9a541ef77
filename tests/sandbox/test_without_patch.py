"""The same bot with no attribute of discord.py changed: every host name resolves to the sandbox."""

import asyncio
import datetime
import io
import ipaddress
import socket
import ssl
from pathlib import Path

import aiohttp
import discord
import pytest
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from bot.sandbox import Sandbox

from .bots import DESCRIPTION, PNG, Puppet

HOSTS = ("discord.com", "gateway.discord.gg", "cdn.discordapp.com")


class ToSandbox(AbstractResolver):
    """Answers every name with the sandbox's address and port."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host,
                host="127.0.0.1",
                port=self._port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        pass


def certificate(folder: Path) -> Path:
    """A self-signed certificate with its key, for Discord's names and loopback."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "sandbox")])
    now = datetime.datetime.now(datetime.UTC)
    names: list[x509.GeneralName] = [x509.DNSName(host) for host in HOSTS]
    names.append(x509.IPAddress(ipaddress.ip_address("127.0.0.1")))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "sandbox.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return path


async def test_nothing_depends_on_patching(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", "https://discord.com/api/v10")
    default = yarl.URL("wss://gateway.discord.gg/")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", default)
    pem = certificate(tmp_path)
    serving = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    serving.load_cert_chain(pem)
    trusting = ssl.create_default_context(cafile=pem)
    async with Sandbox(description=DESCRIPTION, ssl_context=serving, hosts=HOSTS) as sandbox:
        connector = aiohttp.TCPConnector(resolver=ToSandbox(sandbox.port), ssl=trusting)
        bot = Puppet(connector=connector)

        @bot.tree.command(description="Open a table")
        async def play(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("here", file=discord.File(io.BytesIO(PNG), "a.png"))

        task = asyncio.create_task(bot.start(sandbox.token))
        await sandbox.bot_ready()
        await bot.wait_until_ready()
        alice = sandbox.person("alice")
        reply = await (await alice.slash("games", "play")).reply()
        channel = bot.get_partial_messageable(reply.channel_id)
        attachment = (await channel.fetch_message(reply.id)).attachments[0]
        assert (reply.text, await attachment.read()) == ("here", PNG)
        await bot.close()
        await task
        assert sandbox.violations == []
