"""A webhook bot: the game server calls it, it answers with an action. Python 3, standard library only.

python3 examples/bots/webhook_bot.py            # listens on port 9000, registers itself, prints its id
curl --json '{"seats": [{"kind": "human"}, {"kind": "remote", "bot": "<id>"}]}' $LUDOTHEQUE_URL/v1/kimbac/games
"""

import base64
import hashlib
import hmac
import json
import os
import random
import threading
import time
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SERVER = os.environ.get("LUDOTHEQUE_URL", "http://localhost:8000")
PORT = int(os.environ.get("PORT", "9000"))
secret = b""  # known once the server has answered the registration


def choose(turn):
    """The place for your own ideas: `turn["view"]` is what you see, `turn["events"]` what happened since."""
    return random.choice(turn["actions"]["actions"])


def genuine(headers, body):
    """Is this call from the server? (Standard Webhooks; a secret that is being replaced signs beside the new one.)"""
    stamp = headers.get("webhook-timestamp", "0")
    text = f"{headers.get('webhook-id')}.{stamp}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(secret, text, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split()
    return abs(time.time() - int(stamp)) < 300 and any(hmac.compare_digest(wanted, one) for one in signatures)


class Bot(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        message = json.loads(body)
        if message.get("notice") == "challenge":  # "is this URL yours?" It comes before the secret is known.
            self.answer(200, {"challenge": message["challenge"]})
        elif not genuine(self.headers, body):
            self.answer(401, {})
        elif "notice" in message:
            print(f"{message['game']} {message['id']}: {message['notice']}", flush=True)
            self.answer(200, {})
        else:
            self.answer(200, {"action": choose(message)})

    def answer(self, status, document):
        body = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    listening = ThreadingHTTPServer(("127.0.0.1", PORT), Bot)
    serving = threading.Thread(target=listening.serve_forever)
    serving.start()
    payload = json.dumps({"name": "Python hook", "url": f"http://127.0.0.1:{listening.server_port}/"}).encode()
    request = urllib.request.Request(f"{SERVER}/v1/bots", payload, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as reply:
        bot = json.load(reply)
    secret = base64.b64decode(bot["secret"].removeprefix("whsec_"))
    print(bot["id"], flush=True)
    serving.join()  # from Python 3.12 on, no thread can be started once the main one has ended
