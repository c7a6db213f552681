"""A wire between a program and the server that a test can cut, stall or listen to."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
import time
from pathlib import Path


class Proxy:
    """Listens on a unix socket and passes bytes on. Whatever it is told holds for all its connections."""

    def __init__(self, path: Path, target: Path) -> None:
        self.path = path
        self.target = target
        self.swallow_answers = False
        """Pass requests on, lose the answers and hang up: the worst moment for a write."""
        self.delay = 0.0
        """Seconds for which every request is held up."""
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._lock = threading.Lock()
        self._listener: socket.socket | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    def start(self) -> None:
        self.path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.path))
        self._listener.listen(128)
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def stop(self) -> None:
        """Refuse new connections and cut the old ones."""
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        self.path.unlink(missing_ok=True)
        self.cut()

    def cut(self, every: int = 1) -> int:
        """Cut every n-th of the open connections, in the middle of whatever they carry; how many."""
        with self._lock:
            chosen = self._pairs[::every]
        for pair in chosen:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
        return len(chosen)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(str(self.target))
            except OSError:
                client.close()
                server.close()
                continue
            with self._lock:
                self._pairs.append((client, server))
            threading.Thread(target=self._carry, args=(client, server), daemon=True).start()

    def _carry(self, client: socket.socket, server: socket.socket) -> None:
        with selectors.DefaultSelector() as ready, contextlib.suppress(OSError):
            ready.register(client, selectors.EVENT_READ, server)
            ready.register(server, selectors.EVENT_READ, client)
            while all(self._pass(key.fileobj, key.data, server) for key, _ in ready.select()):  # type: ignore[arg-type]
                pass
        with self._lock:
            self._pairs.remove((client, server))
        client.close()
        server.close()

    def _pass(self, source: socket.socket, target: socket.socket, server: socket.socket) -> bool:
        data = source.recv(65536)
        if not data or (source is server and self.swallow_answers):
            return False
        if source is not server and self.delay:
            time.sleep(self.delay)
        target.sendall(data)
        return True
