#!/bin/sh
# Safe to repeat: with an Idempotency-Key the same request, sent twice, is carried out once.
set -eu
. "$(dirname "$0")/play.sh"

made=$(curl -sSf --json '{"seats": [{"kind": "human"}, {"kind": "human"}]}' "$url/v1/kimbac/games")
game=$url/v1/kimbac/games/$(echo "$made" | field id)
seat=$(echo "$made" | field view.to_act.0)
auth="Authorization: Bearer $(echo "$made" | field "seats.$seat.token")"
action=$(curl -sSf -H "$auth" "$game/actions" | field actions.0)

for attempt in first second; do
  done=$(curl -sSf -H "$auth" -H 'Idempotency-Key: my-first-move' -D "$headers" --json "$action" "$game/actions")
  replay=$(sed -n 's/^[Ii]dempotent-[Rr]eplay: *//p' "$headers" | tr -d '\r')
  echo "$attempt: version $(echo "$done" | field version), replay ${replay:-false}"
done
