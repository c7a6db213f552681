#!/bin/sh
# A pull bot with nothing but a shell, curl and python3 to read JSON: it asks the game server for its turns.
#
#   sh examples/bots/pull_bot.sh                    # registers itself, prints its id, plays until Ctrl-C
#   curl --json '{"seats": [{"kind": "human"}, {"kind": "remote", "bot": "<id>"}]}' $LUDOTHEQUE_URL/v1/kimbac/games
set -eu
server=${LUDOTHEQUE_URL:-http://localhost:8000}

# Read one field of a JSON document: field name < document
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

# The place for your own ideas. For each turn: where to act, and an action (here any legal one), one per line.
choose() {
    python3 -c '
import json, random, sys
for turn in json.load(sys.stdin)["turns"]:
    print(turn["act"])
    print(json.dumps(random.choice(turn["actions"]["actions"])))
'
}

registered=$(curl -sS --fail-with-body --json '{"name": "Shell pull"}' "$server/v1/bots")
id=$(printf '%s' "$registered" | field id)
token=$(printf '%s' "$registered" | field token)
echo "$id"

while :; do
    # The answer waits up to 30 seconds for a turn; --retry carries the bot over a restart of the server.
    curl -sS --fail --retry 20 --retry-connrefused -H "Authorization: Bearer $token" -H "Prefer: wait=30" \
        "$server/v1/bots/$id/turns" | choose |
        while read -r path && read -r action; do
            # 409 = too late: this decision was made without us, or the game is over.
            curl -sS -o /dev/null -H "Authorization: Bearer $token" --json "$action" "$server$path"
        done
done
