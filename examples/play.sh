# Plays one game against greedy bots by curl: read by the scripts beside it, one per game.
#   . "$(dirname "$0")/play.sh"; play bakong 3
url=${LUDOTHEQUE_URL:-http://localhost:8000}

# field PATH: a value of the JSON document on standard input, such as `field seats.0.token`
field() {
  python3 -IS -c '
import json, sys
value = json.load(sys.stdin)
for key in sys.argv[1].split("."):
    value = value[int(key)] if isinstance(value, list) else value.get(key)
print(value if isinstance(value, str) else json.dumps(value))' "$1"
}

# pick: any one of the legal actions on standard input; nothing when the game does not wait for us. The answer to an act
# has them in `next`, as the answer to a creation has.
pick() {
  python3 -IS -c '
import json, sys, time
document = json.load(sys.stdin)
choices = document.get("next", document)
if choices and choices["actions"]:
    print(json.dumps(choices["actions"][time.time_ns() // 1000 % len(choices["actions"])]))'
}

# play GAME SEATS [OPTIONS]: create a game, choose among the legal actions until it is over, print the result: one request for each
# decision, and one for each wait
play() {
  made=$(curl -sSf --json "{\"seats\": $2, \"options\": ${3:-{\}}}" "$url/v1/$1/games")
  game=$url/v1/$1/games/$(echo "$made" | field id)
  auth="Authorization: Bearer $(echo "$made" | field seats.0.token)"
  acts=0 answer=$made status=running
  until [ "$status" = finished ]; do
    action=$(echo "$answer" | pick)
    if [ "$action" ]; then
      answer=$(curl -sSf -H "$auth" --json "$action" "$game/actions")
      acts=$((acts + 1))
    else # over, or the others are at it: the answer comes when we have to decide, or when the game is over
      answer=$(curl -sSf -H "$auth" -H 'Prefer: wait=30' "$game/actions")
      status=$(echo "$answer" | field status)
    fi
  done
  view=$(curl -sSf -H "$auth" "$game")
  echo "$1: $acts actions, ranking $(echo "$view" | field result.ranking), because: $(echo "$view" | field result.reason)"
}

# etag: the tag of the last answer whose headers were kept
etag() { sed -n 's/^[Ee][Tt][Aa][Gg]: *//p' "$headers" | tr -d '\r'; }

headers=$(mktemp)
trap 'rm -f "$headers"' EXIT
