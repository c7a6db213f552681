#!/bin/sh
# Outside readers of the contract: two linters, and generators under their default flags, whose code compiles strictly.
# Everything is installed into a scratch folder and thrown away. Needs npm, Java and Python.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
contract=$here/openapi.json
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

echo '{"private": true}' > package.json
npm install --silent --no-audit --no-fund --no-package-lock @redocly/cli@2 @stoplight/spectral-cli@6 openapi-typescript@7 openapi-fetch@0 \
    @hey-api/openapi-ts@0 orval@8 axios@1 typescript@5
"${PYTHON:-python3}" -m venv python
python/bin/pip install --quiet --disable-pip-version-check openapi-python-client datamodel-code-generator openapi-generator-cli mypy
PATH=$scratch/python/bin:$PATH

echo "spectral (oas)"
echo 'extends: ["spectral:oas"]' > .spectral.yaml
npx spectral lint --fail-severity hint --ruleset .spectral.yaml "$contract"
echo "redocly (recommended-strict)"
npx redocly lint --config "$here/redocly.yaml" "$contract"

echo "openapi-typescript, @hey-api/openapi-ts, orval, openapi-generator (typescript-fetch)"
npx openapi-typescript "$contract" --output contract.ts
npx openapi-ts --input "$contract" --output hey
npx orval --input "$contract" --output orval.ts
openapi-generator-cli generate -i "$contract" -g typescript-fetch -o fetch > fetch.log 2>&1
openapi-generator-cli generate -i "$contract" -g python -o generated > generated.log 2>&1
# The generator says of every document, however small, that 3.1 is new to it and that a schema has no name.
if grep WARN fetch.log generated.log | grep -v -e 'still in beta' -e 'Failed to get the schema name: null'; then exit 1; fi
cp "$here/reader.ts" reader.ts
node_modules/.bin/tsc --strict --noEmit --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable \
    reader.ts hey/index.ts orval.ts fetch/index.ts

echo "openapi-python-client, datamodel-code-generator, openapi-generator (python)"
python/bin/openapi-python-client generate --fail-on-warning --path "$contract" --output-path client
# Its own change of formatters is nothing that a document could mend.
PYTHONWARNINGS=ignore::FutureWarning python/bin/datamodel-codegen --input "$contract" --input-file-type openapi --output models.py
python/bin/python -W error -c 'import models'
python/bin/python -W error -m compileall -q client generated/openapi_client
if grep -E '^class [A-Za-z]+[0-9]+\b' models.py; then echo "a class with a number"; exit 1; fi
echo "linters and generators: nothing to complain about"
