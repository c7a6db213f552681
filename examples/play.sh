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

# pick: any one of the legal actions on standard input; nothing when the game does not wait for us
pick() {
  python3 -IS -c '
import json, sys, time
choices = json.load(sys.stdin)
if choices["decision"] is not None:
    print(json.dumps(choices["actions"][time.time_ns() // 1000 % len(choices["actions"])]))'
}

# play GAME SEATS: create a game, choose among the legal actions until it is over, tell how it went
play() {
  made=$(curl -sSf --json "{\"seats\": $2}" "$url/v1/$1/games")
  game=$url/v1/$1/games/$(echo "$made" | field id)
  auth="Authorization: Bearer $(echo "$made" | field seats.0.token)"
  acts=0 status=running
  until [ "$status" = finished ]; do
    action=$(curl -sSf -D "$headers" -H "$auth" "$game/actions" | pick)
    if [ "$action" ]; then
      curl -sSf -o /dev/null -H "$auth" --json "$action" "$game/actions"
      acts=$((acts + 1))
    else # over, or the others are at it: wait until the game moves on from where it was
      curl -sSf -o /dev/null -H "$auth" -H "If-None-Match: $(etag)" -H 'Prefer: wait=10' "$game"
      view=$(curl -sSf -H "$auth" "$game")
      status=$(echo "$view" | field status)
    fi
  done
  echo "$1: $acts actions, ranking $(echo "$view" | field result.ranking), because: $(echo "$view" | field result.reason)"
}

# etag: the tag of the last answer whose headers were kept
etag() { sed -n 's/^[Ee][Tt][Aa][Gg]: *//p' "$headers" | tr -d '\r'; }

headers=$(mktemp)
trap 'rm -f "$headers"' EXIT
