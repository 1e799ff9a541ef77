"""Interactions: told to the bot, answered within three seconds, then usable for fifteen minutes."""

import secrets

from . import payloads
from .bell import Bell
from .crowd import Crowd
from .files import Files
from .gateway import Gateway
from .jsons import Json
from .model import CallbackKind, Channel, Interaction, InteractionKind, Message
from .refusals import Refusal
from .world import World

TOKEN_LIFE = 15 * 60.0
"""receiving-and-responding.mdx, Interaction Callback; then 401 50027 (discord-api-docs#6851)."""


class Interactions:
    def __init__(
        self,
        world: World,
        files: Files,
        gateway: Gateway,
        crowd: Crowd,
        bell: Bell,
        *,
        answer_within: float,
        max_file: int,
    ) -> None:
        self._world = world
        self._files = files
        self._gateway = gateway
        self._crowd = crowd
        self._bell = bell
        self.answer_within = answer_within
        self.max_file = max_file
        self.by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}

    def begin(
        self,
        user_id: int,
        channel: Channel,
        kind: InteractionKind,
        data: Json,
        *,
        source: Message | None = None,
        name: str | None = None,
    ) -> Interaction:
        """Tells the bot of an act; interactions reach it whatever its intents and permissions are."""
        interaction = Interaction(
            id=self._world.new_id(),
            token=secrets.token_urlsafe(32),
            kind=kind,
            user_id=user_id,
            channel_id=channel.id,
            guild_id=channel.guild_id,
            created_at=self._world.clock.now(),
            name=name,
            source_id=None if source is None else source.id,
        )
        self.by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        self._world.clock.call_later(self.answer_within, lambda: self._time_out(interaction))
        payload = self._payload(interaction, channel, data, source)
        self._gateway.dispatch("INTERACTION_CREATE", payload, guild_id=channel.guild_id)
        self._bell.ring()
        return interaction

    def answered(self, interaction: Interaction, kind: CallbackKind) -> None:
        interaction.answer = kind
        interaction.answered.set()
        self._bell.ring()

    def for_callback(self, interaction_id: int, token: str) -> Interaction:
        """The interaction of a first answer: in time (10062) and not answered yet (40060)."""
        interaction = self.by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise Refusal(10062)
        if interaction.answer is not None:
            raise Refusal(40060)
        if interaction.failed:
            raise Refusal(10062)
        return interaction

    def by_token(self, webhook_id: int, token: str) -> Interaction:
        """The interaction of a later call: answered once (10015), not older than 15 minutes (50027)."""
        interaction = self._by_token.get(token)
        if interaction is None or webhook_id != self._world.bot.id:
            raise Refusal(10015)
        if self._world.clock.now() - interaction.created_at > TOKEN_LIFE:
            raise Refusal(50027)
        if interaction.answer is None:
            raise Refusal(10015)
        return interaction

    def forget(self, before: float) -> None:
        """Forgets what began before that moment and was answered, but not a form that is still open."""
        for interaction in list(self.by_id.values()):
            over = interaction.answered.is_set() and not interaction.modal_open
            if interaction.created_at < before and over:
                del self.by_id[interaction.id], self._by_token[interaction.token]

    def _time_out(self, interaction: Interaction) -> None:
        if interaction.answer is not None:
            return
        interaction.failed = True
        interaction.answered.set()
        self._crowd.tell(
            interaction.user_id,
            {
                "t": "failed",
                "channel": str(interaction.channel_id),
                "source": None if interaction.source_id is None else str(interaction.source_id),
                "name": interaction.name,
            },
        )

    def _payload(self, interaction: Interaction, channel: Channel, data: Json, source: Message | None) -> Json:
        """receiving-and-responding.mdx, Interaction Structure."""
        world = self._world
        user = world.users[interaction.user_id]
        in_dm = channel.guild_id is None
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": int(interaction.kind),
            "token": interaction.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": payloads.channel(world, channel),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
            "context": 1 if in_dm else 0,
            "attachment_size_limit": self.max_file,
            "app_permissions": str(int(world.permissions(channel, world.bot.id))),
        }
        if source is not None:
            payload["message"] = payloads.message(world, self._files, source)
        if channel.guild_id is None:
            payload["user"] = payloads.user(user)
            return payload
        guild = world.guilds[channel.guild_id]
        permissions = str(int(world.permissions(channel, user.id)))
        payload["guild_id"] = str(guild.id)
        payload["guild"] = {"id": str(guild.id), "locale": guild.locale, "features": []}
        payload["guild_locale"] = guild.locale
        payload["member"] = payloads.member(world, guild, user.id) | {"permissions": permissions}
        return payload
