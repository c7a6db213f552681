#!/bin/sh
# The table of a ladder, and a check of all its games on this machine: sh examples/ladder.sh [kimbac]
set -eu
base=${LUDOTHEQUE_URL:-http://localhost:8000}/v1/ladders/${1:-bakong}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
curl -sSf "$base" -o "$folder/table.json"
curl -sSf "$base/results.ndjson" -o "$folder/results.ndjson"
ludotheque ladder verify "$folder/results.ndjson" --table "$folder/table.json"
