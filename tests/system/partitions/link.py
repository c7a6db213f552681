"""The line between two servers: a TCP proxy that can lose everything, as a network does that is cut."""

from __future__ import annotations

import contextlib
import socket
import threading

CHUNK = 65536


class Link:
    """Passes bytes on to a port of this machine, until it is cut: then they arrive nowhere, and nobody hangs up."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._cut = threading.Event()
        self._sockets: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def is_cut(self) -> bool:
        return self._cut.is_set()

    def cut(self) -> None:
        self._cut.set()

    def close(self) -> None:
        for end in (self._listener, *self._sockets):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
                if self._cut.is_set():
                    self._sockets.append(near)  # it waits for an answer that does not come
                    continue
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self._sockets += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if not self._cut.is_set():
                    sink.sendall(data)
            if not self._cut.is_set():
                sink.shutdown(socket.SHUT_WR)
