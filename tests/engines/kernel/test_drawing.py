"""What the pictures of all games are made of."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from engines.kernel.drawing import (
    COLORS,
    DARK,
    LIGHT,
    MARKS,
    SIGNS,
    document,
    element,
    escaped,
    figure,
    mark,
    piece,
    style_sheet,
    text,
)
from engines.kernel.protocols.render import padded, shortened


def test_text_is_escaped() -> None:
    assert escaped("<b>'&\"") == "&lt;b&gt;&#39;&amp;&quot;"
    assert text(1, 2, "<script>") == '<text x="1" y="2">&lt;script&gt;</text>'
    assert element("g", id='"><script>') == '<g id="&quot;&gt;&lt;script&gt;"/>'


def test_characters_that_xml_cannot_hold_are_dropped() -> None:
    assert escaped("a\x00b\x1b\ud800\ufffec") == "abc"
    assert escaped("é王😀\t") == "é王😀\t"


@pytest.mark.parametrize(
    ("value", "shown"), [(1, "1"), (1.0, "1"), (1.25, "1.2"), (0.1 + 0.2, "0.3"), (-0.01, "0"), (-2.5, "-2.5")]
)
def test_figures_have_one_decimal_at_most(value: float, shown: str) -> None:
    assert figure(value) == shown


def test_an_element_names_its_attributes() -> None:
    assert (
        element("rect", x=1.5, class_="panel", stroke_width=2, id=None)
        == '<rect x="1.5" class="panel" stroke-width="2"/>'
    )
    assert piece("A & B", "<g/>", id="p") == '<g id="p"><title>A &amp; B</title><g/></g>'


@pytest.mark.parametrize(
    ("name", "most", "shown"),
    [
        ("Ana", 3, "Ana"),
        ("Anna", 3, "An…"),
        ("An na", 4, "An…"),
        ("  two\nlines ", 12, "two lines"),
        ("王小明", 6, "王小明"),
        ("王小明", 5, "王小…"),
        ("", 5, ""),
    ],
)
def test_a_name_fits_its_place(name: str, most: int, shown: str) -> None:
    assert shortened(name, most) == shown


def test_every_colour_has_a_mark_of_its_own() -> None:
    assert COLORS.keys() == MARKS.keys()
    assert len(set(MARKS.values())) == len(MARKS)
    assert set(MARKS.values()) == SIGNS.keys()
    drawn = {re.sub("<polygon points=.*", "polygon", mark(shape, 0, 0, 10)) for shape in MARKS.values()}
    assert len(drawn) == 3
    for shape in MARKS.values():
        ElementTree.fromstring(mark(shape, 5, 5, 10, "red"))


def test_both_schemes_have_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()
    style = style_sheet(".own{fill:$accent}")
    light, dark = style.split("@media(prefers-color-scheme:dark){")
    assert f".own{{fill:{LIGHT['accent']}}}" in light
    assert f".own{{fill:{DARK['accent']}}}" in dark
    assert "$" not in style
    assert light.count("{") == light.count("}")
    assert dark.count("{") + 1 == dark.count("}")


def luminance(color: str) -> float:
    """As the WCAG define it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", [LIGHT, DARK])
def test_text_stands_out_from_what_it_is_written_on(scheme: dict[str, str]) -> None:
    for ground in ("paper", "panel", "glow", "water", "land", "shade"):
        assert contrast(scheme["ink"], scheme[ground]) >= 4.5, ground
    for ground in ("paper", "panel", "glow", "shade"):
        assert contrast(scheme["soft"], scheme[ground]) >= 4.5, ground
    for ground in ("paper", "panel", "glow"):
        assert contrast(scheme["accent"], scheme[ground]) >= 4.5, ground


@pytest.mark.parametrize("color", COLORS)
def test_what_is_written_on_a_piece_can_be_read(color: str) -> None:
    fill, ink = COLORS[color]
    assert contrast(fill, ink) >= 4.5


def test_a_document_has_a_title_and_no_size_of_its_own() -> None:
    root = ElementTree.fromstring(document(600, 400.5, "A & B", "C < D", style_sheet(), "<g/>"))
    assert root.get("viewBox") == "0 0 600 400.5"
    assert (root.get("role"), root.get("width")) == ("img", None)
    assert [child.tag.split("}")[1] for child in root] == ["title", "desc", "style", "rect", "g"]
    assert (root[0].text, root[1].text) == ("A & B", "C < D")


@pytest.mark.parametrize(
    ("words", "shown"), [("Ana", "Ana   |"), ("王明", "王明  |"), ("", "      |"), ("longer", "longer|")]
)
def test_columns_of_text_line_up_whatever_their_letters(words: str, shown: str) -> None:
    assert padded(words, 6) + "|" == shown
