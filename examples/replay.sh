#!/bin/sh
# After the end everything is open: check that the dice were fixed before the first roll, and run the game again.
set -eu
. "$(dirname "$0")/play.sh"

made=$(curl -sSf --json '{"seats": [{"kind": "bot"}, {"kind": "bot", "bot": "random"}]}' "$url/v1/bakong/games")
game=$url/v1/bakong/games/$(echo "$made" | field id)
curl -sSfN -o /dev/null -H 'Accept: text/event-stream' "$game/events" # ends with the game

file=${1:-replay.json}
curl -sSf -o "$file" "$game/replay"
python3 - "$file" "$(echo "$made" | field commitment)" <<'PYTHON'
import hashlib, json, sys

replay = json.load(open(sys.argv[1]))
seed = bytes.fromhex(replay["seed"])
assert "sha256:" + hashlib.sha256(seed).hexdigest() == sys.argv[2], "the seed is not the one that was promised"
print(f"the seed is the one that was promised; {len(replay['acts'])} actions in {sys.argv[1]}")
PYTHON
echo "run it again with: ludotheque verify $file"
