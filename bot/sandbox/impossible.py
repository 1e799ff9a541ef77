"""What a person is told who tries what Discord's own client would not let them do."""


class Impossible(Exception):
    """A person could not do this; the message is a sentence that says why."""
