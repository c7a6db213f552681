#!/bin/sh
# A whole game of Baïlouké against greedy bots, from creation to the ranking.
set -eu
. "$(dirname "$0")/play.sh"
play bailouke 2
