"""The words of the terminal client, in English and French."""

from __future__ import annotations

ENGLISH = {
    "welcome": "Others may watch at {link}",
    "all": "number to play, b: the board again, o: the odds, q: leave",
    "some": "these are examples; number to play, or an action as JSON; b: the board again, o: the odds, q: leave",
    "prompt": "Your choice?",
    "unknown": "A number from 1 to {last}, please.",
    "chance": "  seat {seat}: {chance}",
    "aborted": "The game was called off.",
    "points": ", {points} points",
    "no_bot": "There is no bot {bot!r}; the bots are random, greedy, search, search:1 to search:8, or a bot's id.",
    "left": "The game is kept. Go on with: {program} play {url} --token {token}",
}
FRENCH = {
    "welcome": "On peut vous regarder jouer : {link}",
    "all": "le numéro pour jouer, b : revoir le plateau, o : les chances, q : quitter",
    "some": "des exemples ; le numéro pour jouer, ou une action en JSON ; b : le plateau, o : les chances, q : quitter",
    "prompt": "Votre choix ?",
    "unknown": "Un numéro de 1 à {last}, s'il vous plaît.",
    "chance": "  place {seat} : {chance}",
    "aborted": "La partie a été annulée.",
    "points": ", {points} points",
    "no_bot": "Il n'y a pas de robot {bot!r} ; les robots sont random, greedy, search, search:1 à search:8, ou "
    "l'identifiant d'un robot.",
    "left": "La partie est conservée. Pour continuer : ludotheque play {url} --token {token}",
}


def phrases(language: str) -> dict[str, str]:
    return FRENCH if language == "fr" else ENGLISH
