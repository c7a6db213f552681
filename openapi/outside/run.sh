#!/bin/sh
# Outside readers of the contract: two linters, and generators under their default flags, whose code compiles strictly.
# They are installed into FOLDER (build/contract unless given) and kept there. Needs npm, Java and Python.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
contract=$here/../openapi.json
smallest=$here/smallest.json
folder=${1:-$here/../../build/contract}
mkdir -p "$folder"
cd "$folder"
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true

# The versions are fixed: what a registry has of the newest ones may not fit together, and a new one warns of other things.
if ! cmp -s "$here/package-lock.json" package-lock.json; then
    cp "$here/package.json" "$here/package-lock.json" .
    npm ci --no-audit --no-fund --loglevel=error || { rm package-lock.json; exit 1; }
fi
if ! cmp -s "$here/requirements.txt" requirements.txt; then
    "${PYTHON:-python3}" -m venv python
    python/bin/pip install --quiet --disable-pip-version-check -r "$here/requirements.txt"
    cp "$here/requirements.txt" requirements.txt
fi
PATH=$PWD/python/bin:$PWD/node_modules/.bin:$PATH

echo "spectral (oas)"
echo 'extends: ["spectral:oas"]' > .spectral.yaml
spectral lint --fail-severity hint --ruleset .spectral.yaml "$contract"
echo "redocly (recommended-strict)"
redocly lint --config "$here/redocly.yaml" "$contract"

# Each generator reads the smallest document there is, too: what it says of that (3.1 is new to it, "Failed to get the
# schema name: null", its formatters will change) is about itself, and nothing that a document could mend.
typescript() { openapi-typescript "$1" --output "$2/contract.ts"; }
hey() { openapi-ts --input "$1" --output "$2"; }
orvals() { orval --input "$1" --output "$2/orval.ts"; }
fetches() { openapi-generator-cli generate -i "$1" -g typescript-fetch -o "$2"; }
pythons() { openapi-generator-cli generate -i "$1" -g python -o "$2"; }
client() { openapi-python-client generate --fail-on-warning --path "$1" --output-path "$2"; }
models() { datamodel-codegen --input "$1" --input-file-type openapi --output "$2/models.py"; }
warnings() { grep -i warn "$1" | sed 's/.*WARN/WARN/' | sort -u; }

rm -rf made && mkdir made
echo "nothing is known yet" > made/known
for generator in typescript hey orvals pythons fetches client models; do
    echo "$generator"
    for document in "$smallest" "$contract"; do
        name=$(basename "$document" .json)
        [ $generator = client ] || mkdir -p "made/$name/$generator"
        mkdir -p "made/$name"
        $generator "$document" "made/$name/$generator" > "made/$name.log" 2>&1 || { cat "made/$name.log"; exit 1; }
    done
    warnings made/smallest.log >> made/known || true # openapi-generator makes two clients, and says the same of both
    if warnings made/openapi.log | grep -vxF -f made/known; then exit 1; fi
done

echo "tsc --strict"
made=made/openapi
cp "$here/reader.ts" "$here/play.ts" $made/typescript
for name in reader.ts play.ts ../hey/index.ts ../orvals/orval.ts ../fetches/index.ts; do echo "$made/typescript/$name"; done |
    xargs tsc --strict --outDir made/js --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable
echo "mypy --strict, and import without a warning"
mypy --strict --no-error-summary $made/client
python -W error -m compileall -q $made/client $made/pythons/openapi_client
(cd $made/models && python -W error -c 'import models')
if grep -E '^class [A-Za-z]+[0-9]+\b' $made/models/models.py; then echo "a class with a number"; exit 1; fi
echo "linters and generators: nothing to complain about"
