"""What each legal action would do: `include=effects` on reads, `Prefer: include=effects` on acts."""

from __future__ import annotations

import httpx
import pytest

from engines.kernel.registry import slugs
from tests.api.problems import first_action, problem, two_humans


@pytest.mark.parametrize("slug", slugs())
def test_effects_come_with_the_labels_where_they_are_asked_for(http: httpx.Client, slug: str) -> None:
    _, ana, ben = two_humans(http, slug)
    player = ana if ana.legal()["actions"] else ben
    assert all("effects" not in label for label in player.legal()["labels"])
    listed = player.get("/actions?include=effects").json()
    assert all(label["effects"] for label in listed["labels"])
    for label in listed["labels"]:
        for effect in label["effects"]:
            assert effect["sentence"]
            assert "{" not in effect["sentence"]
    viewed = player.get("?include=effects").json()["actions"]
    assert viewed["labels"] == listed["labels"]


def test_an_act_answers_with_effects_if_it_prefers_so(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    first, second = (ana, ben) if ana.view()["to_act"] == [0] else (ben, ana)
    plain = first.act(first_action(first))
    assert "Preference-Applied" not in plain.headers
    acted = second.act(first_action(second), Prefer="include=effects")
    assert acted.headers["Preference-Applied"] == "include=effects"
    choices = acted.json()["next"] or first.get("/actions?include=effects").json()
    assert all(label["effects"] for label in choices["labels"])


def test_effects_are_told_in_the_language_asked_for(http: httpx.Client) -> None:
    _, ana, ben = two_humans(http)
    player = ana if ana.view()["to_act"] == [0] else ben
    said = {
        language: player.get("/actions?include=effects", **{"Accept-Language": language}).json()["labels"][0]["effects"]
        for language in ("en", "fr")
    }
    assert said["en"][0]["sentence"] == "you have one object more: rope"
    assert said["fr"][0]["sentence"] == "vous gagnez la corde"


def test_what_cannot_be_included_is_refused(http: httpx.Client) -> None:
    _, ana, _ = two_humans(http)
    refused = problem(ana.get("/actions?include=odds"), 422)
    assert refused["errors"][0]["parameter"] == "include"
    problem(ana.get("?include=odds"), 422)
