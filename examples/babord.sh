#!/bin/sh
# A whole game of Babord against greedy bots, from creation to the ranking.
set -eu
. "$(dirname "$0")/play.sh"
play babord 2
