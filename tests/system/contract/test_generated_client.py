"""An outside reader: a client generated from the document, which nobody has touched, plays a game of each kind."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from api.spec.document import COMMITTED
from engines.kernel.registry import slugs
from tests.support.stack import Stack

PACKAGE = "generated_client"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The client as a package; a warning of the generator (a piece that it cannot read) is a failure."""
    folder: Path = tmp_path_factory.mktemp("client")
    (folder / "config.yaml").write_text("post_hooks: []\n")
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "none"]
    paths = ["--path", COMMITTED, "--output-path", folder / PACKAGE, "--config", folder / "config.yaml"]
    done = subprocess.run([*generator, *paths], check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield PACKAGE
    sys.path.remove(str(folder))


class Player:
    """One seat, through the generated functions alone."""

    def __init__(self, package: str, slug: str, url: str) -> None:
        self.package, self.slug, self.url = package, slug, url
        module = importlib.import_module(f"{package}.client")
        self.client = module.Client(base_url=url)
        new_game = getattr(importlib.import_module(f"{package}.models"), f"{slug.capitalize()}NewGame")
        with self.client.get_httpx_client():
            self.made = self.call("create_{}", body=new_game(seats=2))
        self.client = module.AuthenticatedClient(base_url=url, token=self.made.seats[0].token)

    def operation(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.api.{self.slug}.{name.format(self.slug)}")

    def call(self, name: str, *arguments: Any, **named: Any) -> Any:
        return self.operation(name).sync(*arguments, client=self.client, **named)

    def my_turn(self) -> Any:
        """The view, once it is our turn or the game is over."""
        tag = ""
        while True:
            answer = self.operation("view_{}").sync_detailed(
                self.made.id, client=self.client, if_none_match=tag, prefer="wait=10"
            )
            view = answer.parsed
            if view is not None and (view.status != "running" or view.you in view.to_act):
                return view
            tag = answer.headers["ETag"]


@pytest.mark.parametrize("slug", slugs())
def test_the_generated_client_plays_a_game(stack: Stack, generated: str, slug: str) -> None:
    player, rng = Player(generated, slug, stack.url), random.Random(slug)
    with player.client.get_httpx_client():
        play(player, rng)


def play(player: Player, rng: random.Random) -> None:
    acts = 0
    while (view := player.my_turn()).status == "running":
        choices = player.call("list_{}_actions", player.made.id)
        done = player.call("act_{}", player.made.id, body=rng.choice(choices.actions))
        assert type(done).__name__ == f"{player.slug.capitalize()}Acted", done
        assert all(event.sentence for event in done.events)
        acts += 1
    assert view.status == "finished"
    assert sorted(seat for group in view.result.ranking for seat in group) == [0, 1]
    assert acts
    replay = player.call("read_{}_replay", player.made.id)
    assert replay.commitment == player.made.commitment
    assert sum(act.seat == 0 for act in replay.acts) == acts
