#!/bin/sh
# Looking back and forking: a game that is over is seen as it was at its first version, and played on from there.
set -eu
. "$(dirname "$0")/play.sh"

made=$(curl -sSf --json '{"seats": [{"kind": "human"}, {"kind": "human"}]}' "$url/v1/kimbac/games")
game=$url/v1/kimbac/games/$(echo "$made" | field id)
host="Authorization: Bearer $(echo "$made" | field host_token)"
curl -sSf -X DELETE -H "$host" "$game" > /dev/null
then=$(curl -sSf "$game?at=1")
echo "version $(echo "$then" | field at) of $(curl -sSf "$game" | field version): $(echo "$then" | field status)"
fork="{\"fork\": {\"id\": \"$(echo "$made" | field id)\", \"at\": 1}}"
echo "the fork: $(curl -sSf --json "$fork" "$url/v1/kimbac/games" | field status)"
