#!/bin/sh
# Follow a game as text: the board is printed again whenever something has changed, until the game is over.
#   follow.sh bakong ID    (without an id: a game of two bots is made to be watched)
set -eu
. "$(dirname "$0")/play.sh"

slug=${1:-bakong}
id=${2:-$(curl -sSf --json '{"seats": [{"kind": "bot"}, {"kind": "bot"}]}' "$url/v1/$slug/games" | field id)}
game=$url/v1/$slug/games/$id

tag='"0-s"' status=running
until [ "$status" = finished ] || [ "$status" = aborted ]; do
  view=$(curl -sSf -D "$headers" -H "If-None-Match: $tag" -H 'Prefer: wait=20' "$game")
  tag=$(etag)
  if [ "$view" ]; then
    status=$(echo "$view" | field status)
    echo "--- version $(echo "$view" | field version)"
    [ "$status" = open ] || curl -sSf "$game/board.txt"
  fi
done
echo "$slug is $status"
