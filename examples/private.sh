#!/bin/sh
# A private game: for those without a token or the invite it is not there.
set -eu
. "$(dirname "$0")/play.sh"

made=$(curl -sSf --json '{"seats": [{"kind": "human"}, {"kind": "open"}], "visibility": "private"}' "$url/v1/babord/games")
game=$url/v1/babord/games/$(echo "$made" | field id)
watch="Authorization: Bearer $(echo "$made" | field spectator_token)"

echo "anybody: $(curl -sS -o /dev/null -w '%{http_code}' "$game")"
echo "a spectator: $(curl -sS -o /dev/null -w '%{http_code}' -H "$watch" "$game")"
echo "without the invite: $(curl -sS -o /dev/null -w '%{http_code}' --json '{"name": "Bo"}' "$game/seats")"
invite=$(echo "$made" | field invite)
echo "with the invite: $(curl -sS -o /dev/null -w '%{http_code}' --json "{\"name\": \"Bo\", \"invite\": \"$invite\"}" "$game/seats")"
