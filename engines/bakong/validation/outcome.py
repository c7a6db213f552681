"""Does the end of an imported position follow from its pieces?"""

from __future__ import annotations

from engines.bakong.pieces import START_SLOT
from engines.bakong.position import BakongPosition
from engines.bakong.rules.scoring import count
from engines.kernel.refusals import require


def check_end(game: BakongPosition) -> None:
    """The first pawn home ends the game; the count is right (BAK-66, BAK-69, BAK-71)."""
    home = [seat for seat, player in enumerate(game.players) if player.first_home]
    require(
        len(home) == (game.phase == "game_over"),
        "/players",
        "BAK-66",
        "one seat has the first-home tile at the end, none before",
    )
    for seat in home:
        require(
            game.players[seat].slot == START_SLOT and game.players[seat].direction == "return",
            f"/players/{seat}/first_home",
            "BAK-66",
            "the first-home tile is won at the camp",
        )
    sheet, result = count(game.players) if home else (None, None)
    require(game.score_sheet == sheet, "/score_sheet", "BAK-69", "the count is set when the game is over, and adds up")
    require(
        game.result == result, "/result", "BAK-71", "the result is set when the game is over, and follows the count"
    )
