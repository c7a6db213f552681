"""The picture and the text board of every game: sound all the way, no more than the view shows, names as plain text."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import GAME_OVER
from engines.kernel.registry import game, slugs
from tests.support.kit.pictures import PLAYERS, along, check, check_secrecy, written
from tests.support.kit.play import opening


class Tour(NamedTuple):
    """How densely a game is looked at: every so many actions, with so many seats, with these options."""

    stride: int
    secrecy_stride: int
    secrecy_seats: tuple[int, ...]
    options: tuple[dict[str, Any], ...] = ({},)


TOURS = {
    "bakong": Tour(29, 19, (2, 6)),
    "mekong": Tour(61, 31, (2, 4)),
    "babord": Tour(18, 11, (1, 3), ({"max_rounds": 15}, {"max_rounds": 15, "memory_aid": True})),
    "kimbac": Tour(53, 41, (2, 3, 4)),
    "bailouke": Tour(29, 13, (2, 3, 4)),
}


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in slugs() for seats in game(slug).seats])
def test_pictures_and_texts_of_a_whole_game_are_sound(slug: str, seats: int) -> None:
    tour, engine = TOURS[slug], game(slug)
    for position in along(engine, seats, tour.stride, options=tour.options[0]):
        check(engine, position)
    assert position.phase == GAME_OVER


@pytest.mark.parametrize(("slug", "seats"), [(slug, seats) for slug in slugs() for seats in TOURS[slug].secrecy_seats])
def test_nobody_sees_more_in_a_picture_than_in_the_view(slug: str, seats: int) -> None:
    tour, engine = TOURS[slug], game(slug)
    for options in tour.options:
        for position in along(engine, seats, tour.secrecy_stride, options=options):
            check_secrecy(engine, position, SeededDice(b"twin"))


@pytest.mark.parametrize("slug", slugs())
def test_names_are_text_and_nothing_else(slug: str) -> None:
    engine = game(slug)
    seats = engine.seats[-1]
    position, _, _ = opening(engine, seats, {}, b"names")
    names = [*PLAYERS[: seats - 1], "{seat}"]
    picture = engine.renderer.svg(engine.visibility.view(position, None), names, "en")
    assert "<b" not in picture
    assert "&lt;b id=&quot;x&quot;&gt;" in picture
    assert "\x00" not in picture
    assert "{seat}" in written(picture)


@pytest.mark.parametrize("slug", slugs())
def test_the_name_that_the_web_table_gives_a_bot_is_not_cut(slug: str) -> None:
    engine, seats = game(slug), max(2, game(slug).seats[0])
    view = engine.visibility.view(opening(engine, seats, {}, b"names")[0], None)
    names = [f"Robot débutant {seat + 1}" for seat in range(seats)]
    picture, text = (draw(view, names, "fr") for draw in (engine.renderer.svg, engine.renderer.text))
    assert all(name in written(picture) and name in text for name in names)
