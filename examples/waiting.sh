#!/bin/sh
# Waiting without polling: the answer comes when something has changed, or after the seconds that you allow.
set -eu
. "$(dirname "$0")/play.sh"

made=$(curl -sSf --json '{"seats": [{"kind": "human"}, {"kind": "open"}]}' "$url/v1/bakong/games")
game=$url/v1/bakong/games/$(echo "$made" | field id)

nothing=$(curl -sSf -o /dev/null -w '%{http_code}' -H 'If-None-Match: "1-s"' -H 'Prefer: wait=1' "$game")
echo "nothing happened within a second: $nothing"

(sleep 1; curl -sSf -o /dev/null --json '{"name": "Bo"}' "$game/seats") &
view=$(curl -sSf -H 'If-None-Match: "1-s"' -H 'Prefer: wait=20' "$game")
wait
echo "a seat was taken: version $(echo "$view" | field version), $(echo "$view" | field seats.1.name) plays"
