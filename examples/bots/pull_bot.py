"""A pull bot: it asks the game server for its turns, from wherever it runs. Python 3, standard library only.

python3 examples/bots/pull_bot.py               # registers itself, prints its id, plays until Ctrl-C
curl --json '{"seats": [{"kind": "human"}, {"kind": "remote", "bot": "<id>"}]}' $LUDOTHEQUE_URL/v1/kimbac/games
"""

import json
import os
import random
import time
import urllib.error
import urllib.request

SERVER = os.environ.get("LUDOTHEQUE_URL", "http://localhost:8000")


def choose(turn):
    """The place for your own ideas: `turn["view"]` is what you see, `turn["events"]` what happened since."""
    return random.choice(turn["actions"]["actions"])


def ask(method, path, token=None, document=None, **headers):
    """One request; the answer as JSON."""
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if document is not None:
        headers["Content-Type"] = "application/json"
    body = None if document is None else json.dumps(document).encode()
    request = urllib.request.Request(SERVER + path, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as reply:
        return json.load(reply)


def play(bot):
    """Wait for turns and act on each."""
    waiting = ask("GET", f"/v1/bots/{bot['id']}/turns", bot["token"], Prefer="wait=30")
    for turn in waiting["turns"]:
        try:
            ask("POST", turn["act"], bot["token"], choose(turn))  # names the decision: a late act is never played
        except urllib.error.HTTPError as refusal:
            if refusal.code != 409:  # too late: this decision was made without us, or the game is over
                raise


if __name__ == "__main__":
    registered = ask("POST", "/v1/bots", document={"name": "Python pull"})
    print(registered["id"], flush=True)
    while True:
        try:
            play(registered)
        except urllib.error.HTTPError as refusal:
            if refusal.code < 500:
                raise
            time.sleep(1)
        except OSError:  # the server restarts: our turns wait for us
            time.sleep(1)
