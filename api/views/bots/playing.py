"""The games that a bot plays, and leaving them."""

from __future__ import annotations

from contextlib import suppress

from api.http.outcomes import Reply
from api.http.problems import Problem
from api.http.rate_limit import LISTED_PER_READ
from api.http.request import ApiRequest
from api.http.responses import no_content, private
from api.views.bots.documents import BotGame, BotGameList
from api.views.bots.owner import OwnerRoutes
from store.bots.record import RemoteBot
from store.games.changes import seats
from store.games.repository import NoSuchGame
from store.games.views import encode
from store.model.record import SchemaMismatch, decode_record
from store.process.clock import iso
from store.redis import keys


class PlayingRoutes(OwnerRoutes):
    def games(self, request: ApiRequest, bot: RemoteBot) -> Reply:
        """List the games that your bot plays.

        A game in which it was not asked for a long time does not count for its `concurrent`, but continues when
        its turn comes.
        """
        found = self.remotes.games_by_last_use(bot.id)
        self.services.extra_reads.admit_request(request, len(found) // LISTED_PER_READ)
        replies = self.services.store.redis.read(*[("HGET", keys.game(game), "head") for game, _ in found])
        games = []
        for (game, asked_at), data in zip(found, replies, strict=True):
            with suppress(SchemaMismatch):
                if data is not None:
                    record = decode_record(data)
                    mine = [number for number, seat in enumerate(record.seats) if seat.controller == bot.id]
                    games.append(BotGame(record.slug, game, mine, record.status, iso(asked_at)))
        return private(encode(BotGameList(games)))

    def leave(self, request: ApiRequest, bot: RemoteBot, game: str) -> Reply:
        """Take your bot out of a game.

        Possible at any time: a built-in bot takes over its seats, and the game's events record it.
        """
        if game not in self.remotes.games(bot.id):
            raise Problem("not-found", "The bot does not play this game.")
        try:
            found = self.services.store.find(game)
            self.services.games.change(found, lambda game: seats.bot_left(game, bot.id, "left"))
        except NoSuchGame:
            pass  # the game has expired: only the claim is left
        except SchemaMismatch as error:
            raise Problem("busy", "A server of another version keeps this game.") from error
        self.remotes.release(bot.id, game, played=False)
        return no_content()
