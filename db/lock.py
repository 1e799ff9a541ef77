"""A lock that one process holds and that the system frees when the process dies, however it dies."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


_HELD = {errno.EACCES, errno.EAGAIN, errno.EDEADLK}


class ProcessLock:
    """Holds a file locked. The file stays: were it removed, two processes could lock two of the same name."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def acquire(self) -> bool:
        """Take the lock; False when another process (or another lock in this one) holds it."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(descriptor)
        except OSError as error:
            os.close(descriptor)
            if error.errno in _HELD:
                return False
            raise
        self._descriptor = descriptor
        return True

    def release(self) -> None:
        """Free the lock, if it is held."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
