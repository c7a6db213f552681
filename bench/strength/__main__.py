"""How strong the built-in players are: matches of two seats, seats rotated, seeds drawn, every game repeatable.

``python -m bench.strength [--games 400] [--pairs greedy:random,search-8:greedy] [--fresh] [bakong ...]``
``python -m bench.strength --repeat "bakong search-8:greedy" 7``
``python -m bench.strength --table`` and ``--levels``
``python -m bench.strength --pace [bakong ...]``

A match has a fixed number of games, whatever the score. With ``--early`` it may end before, once a sequential test
(SPRT, 5 % on either side) has decided between "as good as the floor" and "as good as the target". Results go to
``bench/strength.json``: the first seed, drawn by the system when the match begins, and the share of the win that the
first player of the pair had in each game, in the order of their seeds. An interrupted run goes on from there; a match
whose player has changed its way of searching, or that was played with other options than the defaults, begins anew with
other seeds. Several runs may record different matches at the same time. The exit code tells of a rate below its target,
of a match that must be significant and is not, and of a search that was cut short, for then strength would depend on
the machine. Searches are timed by the CPU: what else the machine does cuts none.
"""

from __future__ import annotations

import argparse
import sys

from bench.strength.match import AIMS, match, new_match, pace, repeat, way_of_playing
from bench.strength.results import levels, line, load, save, table
from engines.kernel.registry import slugs


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="most games of a match")
    parser.add_argument("--pairs", default=",".join(AIMS))
    parser.add_argument("--fresh", action="store_true", help="forget earlier results of these matches")
    parser.add_argument("--repeat", nargs=2, metavar=("MATCH", "GAME"), help="play one recorded game again")
    parser.add_argument("--table", action="store_true", help="print what is recorded and play nothing")
    parser.add_argument("--levels", action="store_true", help="print what is recorded of the levels and play nothing")
    parser.add_argument("--early", action="store_true", help="end a match once a sequential test has decided it")
    parser.add_argument("--pace", action="store_true", help="time the decisions of the highest level")
    parser.add_argument("slugs", nargs="*", default=list(slugs()))
    arguments = parser.parse_args()
    results = load()
    if arguments.repeat:
        return 0 if repeat(arguments.repeat[0], int(arguments.repeat[1]), results) else 1
    if arguments.table or arguments.levels:
        print(table(results) if arguments.table else levels(results))
        return 0
    if arguments.pace:
        for slug in arguments.slugs:
            print(pace(slug), flush=True)
        return 0
    print("game       match                 games   win rate   95 % interval        CPU")
    good = True
    for slug in arguments.slugs:
        for pair in arguments.pairs.split(","):
            name, results = f"{slug} {pair}", load()
            known = results.get(name)
            if (
                known is None
                or arguments.fresh
                or known["search"] != way_of_playing(slug, pair)
                or known.get("options")
            ):
                known = new_match(slug, pair, results)
            for _ in match(slug, pair, arguments.games, known, arguments.early):
                save(name, known)
            text, as_it_should = line(name, known)
            good &= as_it_should
            print(text, flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
