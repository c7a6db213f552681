#!/bin/sh
# A hook: a URL of ours is called when a seat has to decide. The server must be able to reach this machine.
set -eu
. "$(dirname "$0")/play.sh"

heard=$(mktemp)
python3 -c '
import http.server, json
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answer = json.dumps({"challenge": asked.get("challenge")}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
        if asked["notice"] == "game":
            print(asked["event"] + ":", asked["sentence"], flush=True)
            self.server.heard = True
    def log_message(self, *arguments): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
server.heard = False
print(server.server_port, flush=True)
while not server.heard: server.handle_request()
' > "$heard" &
until [ -s "$heard" ]; do sleep 0.1; done

made=$(curl -sSf --json '{"seats": [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Ben"}]}' "$url/v1/kimbac/games")
game=$url/v1/kimbac/games/$(echo "$made" | field id)
host="Authorization: Bearer $(echo "$made" | field host_token)"
ana="Authorization: Bearer $(echo "$made" | field seats.0.token)"
hook="{\"url\": \"http://127.0.0.1:$(head -1 "$heard")/\", \"on\": [\"turn\"]}"
curl -sSf -H "$host" --json "$hook" "$game/hooks" > /dev/null
curl -sSf -H "$ana" --json "$(curl -sSf -H "$ana" "$game/actions" | pick)" "$game/actions" > /dev/null
wait
tail -1 "$heard"
rm "$heard"
