#!/bin/sh
# A whole game of Dragons of the Mekong against greedy bots, from creation to the ranking.
set -eu
. "$(dirname "$0")/play.sh"
play mekong 2
