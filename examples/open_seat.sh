#!/bin/sh
# Taking an open seat: the game is dealt when the last one is taken, and your nonce goes into the dice.
set -eu
. "$(dirname "$0")/play.sh"

made=$(curl -sSf --json '{"seats": [{"kind": "human", "name": "Ana"}, {"kind": "open"}]}' "$url/v1/mekong/games")
id=$(echo "$made" | field id)
game=$url/v1/mekong/games/$id
free=$(curl -sSf "$url/v1/mekong/games?status=open&limit=100" | python3 -c '
import json, sys
print(next(game["free_seats"] for game in json.load(sys.stdin)["games"] if game["id"] == sys.argv[1]))' "$id")
echo "before: $(echo "$made" | field status), free seats $free"

mine=$(curl -sSf --json '{"name": "Bo", "nonce": "my own luck"}' "$game/seats")
auth="Authorization: Bearer $(echo "$mine" | field token)"
view=$(curl -sSf -H "$auth" "$game")
echo "after: $(echo "$view" | field status), you are seat $(echo "$view" | field you)"
