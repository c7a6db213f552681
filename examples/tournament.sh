#!/bin/sh
# A tournament by hand: two bots meet in four games with changing seats; the score counts shared wins for both.
set -eu
. "$(dirname "$0")/play.sh"

greedy='{"kind": "bot", "bot": "greedy"}' random='{"kind": "bot", "bot": "random"}'
first=0 second=0 number=0
while [ "$number" -lt 4 ]; do
  if [ $((number % 2)) = 0 ]; then seats="$greedy, $random"; else seats="$random, $greedy"; fi
  game=$url/v1/bakong/games/$(curl -sSf --json "{\"seats\": [$seats]}" "$url/v1/bakong/games" | field id)
  curl -sSfN -H 'Accept: text/event-stream' "$game/events" > /dev/null # ends with the game
  winners=$(curl -sSf "$game" | field result.winners)
  case $winners in *$((number % 2))*) first=$((first + 1)) ;; esac
  case $winners in *$((1 - number % 2))*) second=$((second + 1)) ;; esac
  number=$((number + 1))
done
echo "$number games: greedy $first, random $second"
