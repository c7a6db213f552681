#!/bin/sh
# Outside readers of the contract that come through npm: redocly's lint, and TypeScript types under `tsc --strict`.
# Everything is installed into a scratch folder and thrown away.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --no-package-lock @redocly/cli@2 openapi-typescript@7 typescript@5

npx redocly lint --config "$here/redocly.yaml" "$here/openapi.json"

# What has a default may be left out of a request, so it is optional.
npx openapi-typescript "$here/openapi.json" --default-non-nullable=false --output contract.ts
cp "$here/reader.ts" reader.ts
npx tsc --strict --noEmit --target es2022 --module esnext --moduleResolution bundler reader.ts
echo "lint and types: nothing to complain about"
