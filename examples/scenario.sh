#!/bin/sh
# A scenario: any position, such as that of a game that was called off, is the beginning of another game.
set -eu
. "$(dirname "$0")/play.sh"

old=$(curl -sSf --json '{"seats": 2}' "$url/v1/bailouke/games")
path=$url/v1/bailouke/games/$(echo "$old" | field id)
curl -sSf -o /dev/null -X DELETE -H "Authorization: Bearer $(echo "$old" | field host_token)" "$path"
position=$(curl -sSf "$path/position")

new=$(curl -sSf --json "{\"position\": $position}" "$url/v1/bailouke/games")
echo "from the position: $(echo "$new" | field status), sandbox $(echo "$new" | field view.sandbox)"

broken=$(echo "$position" | python3 -c '
import json, sys
position = json.load(sys.stdin)
position["phase"] = "nap"
print(json.dumps({"position": position}))')
refused=$(curl -sS --json "$broken" "$url/v1/bailouke/games")
echo "a broken one: $(echo "$refused" | field status), $(echo "$refused" | field errors.0.pointer)"
