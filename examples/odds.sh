#!/bin/sh
# The odds of a running game: ordered as a job, waited for without polling, from what the asker may know.
set -eu
. "$(dirname "$0")/play.sh"

made=$(curl -sSf --json '{"seats": [{"kind": "human"}, {"kind": "human"}]}' "$url/v1/bakong/games")
game=$url/v1/bakong/games/$(echo "$made" | field id)
auth="Authorization: Bearer $(echo "$made" | field seats.0.token)"

job=$url$(curl -sSf -H "$auth" --json '{"rollouts": 50}' "$game/odds" | field url)
found=$(curl -sSf -H 'Prefer: wait=30' "$job")
echo "$(echo "$found" | field status): $(echo "$found" | field result.rollouts) rollouts at version $(echo "$found" | field result.version)"
for seat in 0 1; do
  of=result.chances.$seat
  echo "seat $seat: $(echo "$found" | field $of.chance), between $(echo "$found" | field $of.low) and $(echo "$found" | field $of.high)"
done
