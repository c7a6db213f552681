"""Who gets what: the answer of every operation to everybody who may ask.

A line says what an operation answers in a public game whose seats are mine, a rival's, a remote bot's, and one that its
holder has opened again. A token that the game does not know is answered 401 by all of them; in a private game 404,
as if there were no such game.
"""

from __future__ import annotations

WHO = ("nobody", "spectator", "host", "mine", "rival", "bot")
"""`spectator` has the token of a private game; all others are asked in both."""
UNKNOWN = ("garbage", "elsewhere", "former")
"""No token, a token of another game, the token of a seat that was opened: this game does not know them."""

AT_TABLE = """
                nobody  spectator  host  mine  rival  bot
view            200     200        200   200   200    200
abort           401     403        200   403   403    403
take_seat       201     403        201   201   201    201
change_seat     401     403        403   200   403    403
legal           401     403        403   200   200    200
act             401     403        403   200   409    409
take_back       401     403        403   404   404    403
resign          401     403        403   200   200    403
add_hook        401     503        503   503   503    403
hook            401     404        404   404   404    403
delete_hook     401     404        404   404   404    403
rematch         401     403        409   409   409    409
events          200     200        200   200   200    200
board_svg       200     200        200   200   200    200
board_txt       200     200        200   200   200    200
position        409     409        409   409   409    409
replay          409     409        409   409   409    409
odds            202     202        202   202   202    202
"""
"""404: let in, but nobody has acted yet, and there is no hook. 409: let in, but it is not the rival's turn, nor the
bot's, and a game that still runs has no rematch. 503: let in, but no dispatcher runs here that would prove the URL.
Position and replay are for the time after the game. `change_seat` is asked for the seat that is mine."""

OF_A_BOT = """
                nobody  garbage  another  player  owner
bot             401     401      401      401     200
change_bot      401     401      401      401     200
test_bot        401     401      401      401     503
bot_deliveries  401     401      401      401     200
bot_games       401     401      401      401     200
leave_game      401     401      401      401     204
bot_turns       401     401      401      401     200
delete_bot      401     401      401      401     204
enter_ladder    401     401      401      401     200
leave_ladder    401     401      401      401     204
"""
"""`another` is another bot's token, `player` that of a seat in a game of the bot. 503: let in, but no dispatcher runs
here that would make the test."""

FOR_ANYONE = {
    "catalogue": 200, "games": 200, "sheet": 200, "rules": 200, "rule": 200, "list": 200, "export": 200, "create": 201,
    "simulate": 202, "match": 202, "ladder": 200, "ladder_games": 200, "ladder_results": 200, "bots": 200,
    "register_bot": 201, "job": 200, "cancel_job": 200, "health": 200, "ready": 200, "problem": 200,
}  # fmt: skip
"""A token changes nothing here, not even one that nobody knows. A job's id is the right to read and cancel it."""


def table(text: str) -> dict[str, dict[str, int]]:
    """Operation by operation, the status for each who asks."""
    names, *lines = [line.split() for line in text.strip().splitlines()]
    return {line[0]: dict(zip(names, map(int, line[1:]), strict=True)) for line in lines}
