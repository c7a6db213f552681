"""A bot in ten lines that enters a ladder: python3 examples/ladder_bot.py [kimbac]; it needs ludotheque-client."""

import os
import sys

from ludotheque_client import Bot

SERVER = os.environ.get("LUDOTHEQUE_URL", "http://localhost:8000")
SLUG = sys.argv[1] if len(sys.argv) > 1 else "bakong"


def choose(turn):
    return turn.actions[0]  # the place for your own ideas


Bot("Deep Croc", choose, games=[SLUG], keep="deep-croc.json").run(SERVER, ladder=SLUG, owner="Ana")
