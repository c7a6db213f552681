#!/bin/sh
# Watch a game live: one sentence for each event of the stream, until the game is over.
#   watch.sh bakong ID    (without an id: a game of two bots is made to be watched)
set -eu
. "$(dirname "$0")/play.sh"

slug=${1:-bakong}
id=${2:-$(curl -sSf --json '{"seats": [{"kind": "bot"}, {"kind": "bot"}]}' "$url/v1/$slug/games" | field id)}
curl -sSfN -H 'Accept: text/event-stream' "$url/v1/$slug/games/$id/events" | python3 -c '
import json, sys
for line in sys.stdin:
    if line.startswith("data: "):
        print(json.loads(line[6:])["sentence"])'
