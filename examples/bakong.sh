#!/bin/sh
# A whole game of Bakong against greedy bots, from creation to the ranking.
set -eu
. "$(dirname "$0")/play.sh"
play bakong 3
