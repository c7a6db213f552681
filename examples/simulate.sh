#!/bin/sh
# Games between bots: a job that says how far it has come, what was found, and that can be called off.
set -eu
. "$(dirname "$0")/play.sh"

order='{"seats": [{"bot": "greedy"}, {"bot": "random"}], "games": 40}'
job=$url$(curl -sSf --json "$order" "$url/v1/kimbac/simulations" | field url)
found=$(curl -sSf -H 'Prefer: wait=30' "$job")
echo "$(echo "$found" | field status): $(echo "$found" | field result.games) games, progress $(echo "$found" | field progress)"
echo "greedy wins $(echo "$found" | field result.bots.0.win_rate), random $(echo "$found" | field result.bots.1.win_rate)"

long='{"seats": [{"bot": "search", "level": 8}, {"bot": "greedy"}], "games": 400}'
job=$url$(curl -sSf --json "$long" "$url/v1/kimbac/simulations" | field url)
echo "called off: $(curl -sSf -X DELETE "$job" | field status)"
