"""The recorder's scenes played on a Cluster: ``python -m tests.system.cluster.recording`` prints the examples."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import orjson

from api.app import create_app
from store.redis.embedded import EmbeddedServer
from store.settings import Settings
from tests.system.cluster.nodes import Cluster
from tools.recorder.fixed import fix_time_and_chance
from tools.recorder.recorder import Recorder
from tools.recorder.recording import SECRET, record


class Away:
    """What the recorder stops to show how it looks when everything is away."""

    def __init__(self, cluster: Cluster, queue: EmbeddedServer) -> None:
        self.cluster = cluster
        self.queue = queue

    def stop(self) -> None:
        self.queue.stop()
        for node in self.cluster.nodes:
            node.kill()


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="ludo-record-") as folder, Cluster(replicas=0) as cluster:
        queue = EmbeddedServer(Path(folder))
        queue.start()
        os.environ |= {
            "REDIS_URL": cluster.url, "LUDOTHEQUE_QUEUE_URL": queue.url, "LUDOTHEQUE_SECRET": SECRET,
            "LUDOTHEQUE_DATA": folder, "LUDOTHEQUE_LOG_LEVEL": "error",
        }  # fmt: skip

        def forget_answers(_: Recorder) -> None:
            for node in cluster.masters:
                for pattern in ("*:answer", "*:answer:*"):
                    for key in node.client.scan_iter(pattern):
                        node.client.delete(key)

        Recorder.forget_answers = forget_answers  # type: ignore[method-assign]
        away = Away(cluster, queue)
        try:
            source = fix_time_and_chance()
            examples = record(create_app(Settings.from_environment()), away, source)  # type: ignore[arg-type]
        finally:
            away.stop()
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    sys.stdout.buffer.write(orjson.dumps(examples, option=options))


if __name__ == "__main__":
    main()
