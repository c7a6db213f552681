"""The result of a simulation as a picture: win rates with intervals, lengths and scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engines.kernel.drawing import document, element, escaped, piece, style_sheet, text
from store.jobs.analysis import Distribution, Simulation, Tally
from store.model.builtin import BuiltIn

WIDTH, MARGIN = 760, 32
ROW, CHART = 40, 150
LABELS, FIGURES = 130, 190
"""Width for names left of the win rates, and for figures right of them."""
STYLE = """
.bar{fill:$accent}
.rail{fill:$shade}
.whisker{stroke:$ink;stroke-width:2;fill:none}
.even{stroke:$soft;stroke-width:1.5;stroke-dasharray:4 4}
.box{fill:$glow;stroke:$accent;stroke-width:1.5}
"""


def picture(found: Simulation) -> str:
    """The whole picture as an SVG document."""
    parts, bottom = [text(MARGIN, 48, f"{found.game}: {found.games} games", "big strong")], 92
    parts.append(text(MARGIN, 70, f"seed {found.seed[:16]}…  {_undecided(found)}".rstrip(), "small soft"))
    parts.append(text(MARGIN, bottom + 8, "Win rate, with 95 % interval", "strong"))
    for place, tally in enumerate(found.bots):
        parts.append(_rate(tally, bottom + 28 + place * ROW, 1 / len(found.bots)))
    bottom += 28 + len(found.bots) * ROW + 28
    for title, spread in _charts(found):
        parts += [text(MARGIN, bottom, title, "strong"), *_chart(spread, bottom + 14)]
        bottom += CHART + 116
    said = f"Win rates of {', '.join(_name(tally) for tally in found.bots)} in {found.games} games of {found.game}"
    return document(WIDTH, bottom - 40, f"{found.game}: a simulation", said, style_sheet(STYLE), *parts)


def _name(tally: Tally) -> str:
    return str(BuiltIn(tally.bot, tally.level))


def _undecided(found: Simulation) -> str:
    return f"{found.undecided} undecided" if found.undecided else ""


def _rate(tally: Tally, top: float, even: float) -> str:
    """One bar from 0 to 1; the dashed line marks pure chance."""
    left, width = MARGIN + LABELS, WIDTH - 2 * MARGIN - LABELS - FIGURES
    middle = top + ROW / 2
    low, high = left + tally.low * width, left + tally.high * width
    caption = f"{tally.win_rate:.1%}  ({tally.low:.1%} - {tally.high:.1%})"
    whisker = f"M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 6:.1f}v12M{high:.1f} {middle - 6:.1f}v12"
    return piece(
        f"{_name(tally)} wins {caption}",
        text(MARGIN, middle + 5, _name(tally)),
        element("rect", x=left, y=top + 8, width=width, height=ROW - 16, class_="rail"),
        element("rect", x=left, y=top + 8, width=tally.win_rate * width, height=ROW - 16, class_="bar"),
        element("line", x1=left + even * width, x2=left + even * width, y1=top + 2, y2=top + ROW - 2, class_="even"),
        element("path", d=whisker, class_="whisker"),
        text(WIDTH - MARGIN, middle + 5, caption, "small end"),
    )


def _charts(found: Simulation) -> Iterator[tuple[str, Distribution]]:
    yield "Actions in a game", found.lengths
    for tally in found.bots:
        if tally.scores is not None:
            yield f"Points of {_name(tally)}", tally.scores


def _chart(spread: Distribution, top: float) -> Iterator[str]:
    """A histogram, and below it a box from quartile to quartile on the same scale."""
    bins, most = spread.histogram, max(bin_.count for bin_ in spread.histogram)
    low, high = bins[0].from_, bins[-1].to + 1
    width, base = WIDTH - 2 * MARGIN, top + CHART

    def at(value: float) -> float:
        return MARGIN + (value - low) / (high - low) * width

    for bin_ in bins:
        tall = bin_.count / most * (CHART - 22)
        span = f"{bin_.from_}" if bin_.from_ == bin_.to else f"{bin_.from_} - {bin_.to}"
        middle = (at(bin_.from_) + at(bin_.to + 1)) / 2
        yield piece(
            f"{span}: {bin_.count}",
            element(
                "rect", x=at(bin_.from_) + 1, y=base - tall, width=at(bin_.to + 1) - at(bin_.from_) - 2, height=tall,
                class_="bar",
            ),
            text(middle, base - tall - 6, bin_.count, "small middle soft") if bin_.count else "",
            text(at(bin_.from_), base + 17, bin_.from_, "small middle"),
        )  # fmt: skip
    yield element("line", x1=MARGIN, x2=WIDTH - MARGIN, y1=base, y2=base, class_="line")
    yield _box(spread, base + 36, at)


def _box(spread: Distribution, middle: float, at: Callable[[float], float]) -> str:
    place = [at(value + 0.5) for value in (spread.min, spread.q1, spread.median, spread.q3, spread.max)]
    first, q1, median, q3, last = place
    caption = f"median {spread.median:g}, quartiles {spread.q1:g} and {spread.q3:g}, mean {spread.mean:g}"
    return piece(
        caption,
        element("path", d=f"M{first:.1f} {middle:.1f}H{last:.1f}", class_="whisker"),
        element("rect", x=q1, y=middle - 7, width=max(2.0, q3 - q1), height=14, class_="box"),
        element("path", d=f"M{median:.1f} {middle - 7:.1f}v14", class_="whisker"),
        element("text", escaped(caption), x=MARGIN, y=middle + 26, class_="small soft"),
    )
