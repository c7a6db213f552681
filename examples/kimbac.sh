#!/bin/sh
# A whole game of Kim-Bac against greedy bots, from creation to the ranking.
set -eu
. "$(dirname "$0")/play.sh"
play kimbac 2 '{"rounds": 1, "max_search_turns": 20, "max_hunt_turns": 20}'
