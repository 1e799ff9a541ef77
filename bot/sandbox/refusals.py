"""How Discord says no: status, code, sentence, and where in the body the fault lies.

Codes and sentences: topics/opcodes-and-status-codes.mdx; shape: reference.mdx, Error Messages.
"""

from .jsons import Json

_KNOWN: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    30032: (400, "Maximum number of application commands reached (100)"),
    30034: (400, "Maximum number of daily application command creates has been reached (200)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40003: (403, "You are opening direct messages too fast."),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50138: (400, "File cannot be larger than 256.0 kb."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "This thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}

OVER_A_LIMIT = {30032, 30034, 40005, 50006, 50035, 50138}
"""Codes that a well-made bot never meets: they break a limit that it could have known."""


class Refusal(Exception):
    """An answer other than success."""

    def __init__(
        self, code: int, *, status: int | None = None, message: str | None = None, errors: Json | None = None
    ) -> None:
        known_status, known_message = _KNOWN.get(code, (400, "Error"))
        self.code = code
        self.status = status or known_status
        self.message = message or known_message
        self.body: Json = {"message": self.message, "code": code}
        if errors:
            self.body["errors"] = errors
        super().__init__(f"{self.status} {code} {self.message}")


class RateLimited(Refusal):
    """A refusal that says when to come back."""

    def __init__(self, code: int, retry_after: float, *, message: str | None = None) -> None:
        super().__init__(code, status=429, message=message)
        self.retry_after = retry_after
        self.body |= {"retry_after": round(retry_after, 3), "global": False}


def form_error(path: str, code: str, message: str) -> Refusal:
    """A 50035 whose `errors` lead to `path` (`data.components.0.label`)."""
    errors: Json = {"_errors": [{"code": code, "message": message}]}
    for part in reversed([part for part in path.split(".") if part]):
        errors = {part: errors}
    return Refusal(50035, errors=errors)
