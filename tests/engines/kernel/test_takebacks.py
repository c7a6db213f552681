"""What may be taken back, action by action, each with the sentence or the rule that decides it.

True: in some games it may, unless dice were drawn or something was shown. False: never.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engines.kernel.dice import SeededDice
from engines.kernel.records import snake
from engines.kernel.registry import game, slugs
from tests.support.kit.play import opening, steps

GUIDED: dict[str, Any] = {}
EYEBALL = {"plank_attempt": "eyeball"}
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "mekong": [GUIDED, EYEBALL],
    "babord": [{"rows": 3, "cols": 3}, {"bermuda_point": "later", "max_rounds": 25}],
    "kimbac": [{"rounds": 1, "kimbac_may_stay": True}],
}
"""With which every action is played sooner or later."""
GAMES = 60

VERDICTS = {
    "bakong": [
        ("take_object", True, "BAK-8", "Il choisit un objet parmi ceux disponibles et le range dans son sac"),
        ("reroll", False, "BAK-40", "Le second résultat est toujours conservé"),
        ("flip", False, "BAK-12", "retourne la tuile jungle située devant lui: a face is shown"),
        ("flip_second", False, "BAK-44", "peut retourner une seconde tuile: a face is shown"),
        ("move", True, "BAK-19", "le nombre de tuiles dont le pion aventurier doit avancer: all faces are open"),
        ("lose_object", True, "BAK-35", "jeter un objet de leur choix. Cet objet regagne la réserve à l'issue"),
        ("take_emeralds", False, "BAK-31", "doit lancer les deux dés: the next dice are thrown at once"),
        ("take_big_emerald", True, "BAK-60", "le joueur choisit une des grosses émeraudes parmi celles disponibles"),
        ("discard", True, "BAK-54", "il est libre de jeter un objet et/ou des petites émeraudes"),
        ("pass", False, "BAK-28", "peut prendre un objet de son choix: the turn ends, the next dice are thrown"),
    ],
    "mekong": [
        ("commit_program", False, "MEK-13", "Une fois posées, elles ne pourront plus être changées ni déplacées !"),
        ("place_stone", False, "MEK-33", "ne peut plus être déplacée […] même par le joueur qui l'a posée"),
        ("choose_plank", False, "MEK-50", "Il n'a pas le droit de procéder à un essai sur le plateau"),
        ("place_plank", True, "MEK-53", "Le joueur DOIT poser une planche: its places are listed with `guided`"),
        ("remove_plank", True, "MEK-61", "Retirer du plateau de jeu une planche"),
        ("remove_stone", True, "MEK-65", "Retirer une pierre du plateau de jeu"),
        ("move_pawn", True, "MEK-72", "Le pion peut être déplacé dans n'importe quelle direction"),
        ("jump_pawn", True, "MEK-80", "retomber sur une planche libre ou un village"),
    ],
    "babord": [
        ("choose_port", True, "BAB-6", "Les joueurs choisissent ensuite leur port d'attache"),
        ("roll_wind", False, "BAB-13", "La force du vent se joue au dé"),
        ("observe", False, "BAB-38", "regarder discrètement et sans la montrer, une tuile de votre choix"),
        ("fish", False, "BAB-43", "Retournez-la"),
        ("fire", True, "BAB-53", "se joue avant ou à la fin du tour: boats and balls are open"),
        ("attack", False, "BAB-67", "la tuile Trésor passe alors dans les mains de l'attaquant"),
        ("buy", True, "BAB-40", "1 poisson = 1 unité de carburant"),
        ("set_out", False, "BAB-114", "Partez ensuite de n'importe quel point: then the wind is rolled"),
        ("sail", True, "BAB-14", "Il dévoile sa tuile de destination; none if the boat stays on its tile"),
        ("jump", True, "BAB-33", "Déplacez-vous sur une tuile de votre choix (port compris)"),
        ("swap_tiles", True, "BAB-34", "Inversez deux tuiles de votre choix: they stay face down"),
        ("peek", False, "BAB-35", "Retournez 2 tuiles de votre choix"),
        ("end_turn", True, "BAB-10", "une seule doit être réalisée lorsque vient son tour: the next one has not acted"),
    ],
    "kimbac": [
        ("place_pawn", True, "KIM-4", "Chaque joueur place chacun de ses pions, à sa guise"),
        (
            "move_pawn",
            True,
            "KIM-10",
            "dans n'importe quelle direction; in the hunt a step shows if the cache is there",
        ),
        ("stay", False, "KIM-113", "the others move at once"),
        ("take_chest", False, "KIM-36", "Il secoue énergiquement le coffre"),
        ("end_turn", False, "KIM-21", "chaque joueur prend la carte supérieure de la pile: the next one draws"),
        ("become_kimbac", True, "KIM-39", "a le droit de renoncer à devenir Kim-Bac: nobody has acted since"),
        ("renounce", False, "KIM-40", "la première partie du jeu continue: the next one draws"),
    ],
    "bailouke": [
        ("assign_token", False, "BAI-14", "le joueur dont c'est la carte peut la regarder"),
        ("ready", False, "BAI-13", "all seats at once: who is ready stays ready"),
        ("play", False, "BAI-25", "la placer dans le cimetière: its face is shown"),
        ("replace", False, "BAI-26", "La carte remplacée est jouée, placée dans le cimetière"),
        ("choose_effect", True, "BAI-31", "Elle doit faire un des deux effets et choisit le second"),
        ("peek", False, "BAI-44", "a card is looked at"),
        ("exchange", True, "BAI-46", "unseen"),
        ("exchange_with_pile", True, "BAI-47", "unseen"),
        ("shuffle_zone", False, "BAI-48", "the shuffle draws"),
        ("target", True, "BAI-49", "the card stays face down"),
        ("move_token", False, "BAI-50", "La carte peut être observée tout de suite"),
        ("exchange_seen", True, "BAI-51", "both were looked at before"),
        ("reveal", False, "BAI-52", "all at once: a card that was chosen in secret stays chosen"),
        ("hand_over", False, "BAI-53", "all at once: a card that was chosen in secret stays chosen"),
        ("steal_token", True, "BAI-54", "a free token shows nothing"),
        ("give", True, "BAI-55", "the card stays face down"),
        ("skip", True, "BAI-29", "Certaines d'entre elles possèdent des effets optionnels"),
        ("place_added", False, "BAI-33", "à l'extrémité gauche ou droite […], le choix revient au joueur"),
        ("discard", False, "BAI-62", "la révèle"),
        ("pass", True, "BAI-64", "ont le droit de défausser, dans l'ordre du tour: the next one has not acted"),
        ("announce", False, "BAI-73", "le joueur suivant: the next card is drawn"),
        ("end_turn", False, "BAI-74", "c'est au tour du joueur suivant: the next card is drawn"),
    ],
}


@cache
def free_of_consequences(slug: str) -> dict[tuple[str, int], set[bool]]:
    """By action and options: was there one that could be taken back, one that could not?"""
    engine, found = game(slug), dict[tuple[str, int], set[bool]]()
    for number in range(GAMES):
        variants, seats = OPTIONS.get(slug, [{}]), engine.seats[number % len(engine.seats)]
        variant = number % len(variants)
        position, _, dice = opening(engine, seats, variants[variant], bytes([number]) * 32)
        dice.drawn = []
        policies = ["greedy" if number % 3 == 0 else "random"] * seats
        for step in steps(engine, position, dice, SeededDice(bytes([255 - number]) * 32), policies):
            drawn, dice.drawn = dice.drawn, []
            shown = engine.rules.revealed(step.before, step.action, drawn, step.events)
            found.setdefault((snake(type(step.action).__name__), variant), set()).add(not shown)
    return found


def listed() -> list[Any]:
    return [
        pytest.param(slug, action, may, id=f"{slug}-{action}")
        for slug, verdicts in VERDICTS.items()
        for action, may, _, _ in verdicts
    ]


@pytest.mark.parametrize(("slug", "action", "may"), listed())
def test_an_action_may_be_taken_back_or_never(slug: str, action: str, may: bool) -> None:
    played = [free for (kind, _), free in free_of_consequences(slug).items() if kind == action]
    assert played, "never played"
    assert set().union(*played) >= {may}
    assert may or True not in set().union(*played)


@pytest.mark.parametrize("slug", slugs())
def test_the_list_is_complete(slug: str) -> None:
    engine = game(slug)
    assert {action for action, *_ in VERDICTS[slug]} == {snake(kind.__name__) for kind in engine.rules.action_types}
    assert {rule for _, _, rule, _ in VERDICTS[slug]} <= engine.rulebook.keys()


@pytest.mark.rule("MEK-50", "MEK-53")
def test_a_plank_is_never_tried_by_eye() -> None:
    """Laid or lost: with `eyeball` it counts, with `guided` it may lie elsewhere."""
    found = free_of_consequences("mekong")
    assert found["place_plank", 0] == {True, False}
    assert found["place_plank", 1] == {False}
    assert found["choose_plank", 0] == found["choose_plank", 1] == {False}
