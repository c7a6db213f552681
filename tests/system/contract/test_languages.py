"""English and French: titles, phases, pieces and sentences change with Accept-Language; ids and codes never do."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient

from engines.kernel.registry import game, slugs
from engines.kernel.words import LANGUAGES
from store.model.documents.events import HOST_EVENTS, host_words
from tests.system.contract.answers import bare_app


@cache
def client() -> FlaskClient:
    """Of an application of this file's own: it logs where these tests do."""
    return bare_app.__wrapped__().test_client()


def read(path: str, language: str | None) -> tuple[Any, Any]:
    headers = {} if language is None else {"Accept-Language": language}
    answer = client().get(path, headers=headers)
    assert answer.status_code == 200
    return answer.json, answer.headers


def spoken(option: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take the label of an option and those of its values out of it, and what helps to choose."""
    return option.pop("label"), {**option.pop("labels"), "help": option.pop("help")}


@pytest.mark.parametrize(("asked", "given"), [(None, "en"), ("fr", "fr"), ("fr-CA, en;q=0.5", "fr"), ("de", "en")])
def test_the_catalogue_speaks_the_language_asked_for(asked: str | None, given: str) -> None:
    catalogue, headers = read("/v1", asked)
    assert headers["Content-Language"] == given
    assert "Accept-Language" in headers["Vary"]
    names = {card["slug"]: card["name"] for card in catalogue["games"]}
    assert names == {slug: game(slug).content["game"]["name"][given] for slug in slugs()}


@pytest.mark.parametrize("slug", slugs())
def test_a_sheet_names_everything_in_both_languages(slug: str) -> None:
    sheets = {}
    for language in LANGUAGES:
        sheets[language], headers = read(f"/v1/{slug}", language)
        assert headers["Content-Language"] == language
    english, french = sheets["en"], sheets["fr"]
    assert [phase["id"] for phase in english["phases"]] == [*game(slug).rules.phases, "game_over"]
    assert [phase["id"] for phase in english["phases"]] == [phase["id"] for phase in french["phases"]]
    assert all(one["name"] != other["name"] for one, other in zip(english["phases"], french["phases"], strict=True))
    plain = {key for key in french["names"] if ":" not in key}  # "i09:of" is a French form of the name "i09"
    assert english["names"].keys() == plain
    assert english["names"] != french["names"]
    assert all(english["names"].values())
    assert all(french["names"].values())
    for same in ("slug", "actions", "events", "bots", "content"):
        assert english[same] == french[same]
    labels = {language: [spoken(option) for option in sheet["options"].values()] for language, sheet in sheets.items()}
    assert english["options"] == french["options"]  # what is left without the labels
    for one, other in zip(labels["en"], labels["fr"], strict=True):
        assert one[0] != other[0]
        assert one[1].keys() == other[1].keys()
        assert all((one[0], other[0], *one[1].values(), *other[1].values()))


@pytest.mark.parametrize("slug", slugs())
def test_every_event_has_a_sentence_in_both_languages(slug: str) -> None:
    for words, events in ((game(slug).words, game(slug).rules.event_types), (host_words, HOST_EVENTS)):
        for event in events:
            entry = words.events[str(event.__struct_config__.tag)]
            for sentence in (entry, *entry.get("when", ())):
                assert all(sentence[language].strip() for language in LANGUAGES), event


@pytest.mark.parametrize("slug", slugs())
def test_rules_come_in_the_language_asked_for(slug: str) -> None:
    served = {}
    for language in LANGUAGES:
        document, headers = read(f"/v1/{slug}/rules", language)
        assert headers["Content-Language"] == language
        served[language] = document["rules"]
    for english, french in zip(served["en"], served["fr"], strict=True):
        assert english["text"] != french["text"], english["id"]
        assert english["section"] != french["section"], english["id"]
        for same in ("id", "provenance", "url"):
            assert english[same] == french[same]
        one, headers = read(french["url"], "fr")
        assert one == french
        assert headers["Content-Language"] == "fr"
