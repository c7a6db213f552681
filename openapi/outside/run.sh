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

# Each generator reads the smallest document there is, too: what it says of that (3.1 is new to it, its formatters will
# change) is about itself, and nothing that a document could mend. What it says of the contract must be that and no more.
typescript() { openapi-typescript "$1" --output "$2/contract.ts"; }
hey() { openapi-ts --input "$1" --output "$2"; }
orvals() { orval --input "$1" --output "$2/orval.ts"; }
fetches() { openapi-generator-cli generate -i "$1" -g typescript-fetch -o "$2"; }
pythons() { openapi-generator-cli generate -i "$1" -g python -o "$2"; }
client() { openapi-python-client generate --fail-on-warning --path "$1" --output-path "$2"; }
models() { datamodel-codegen --input "$1" --input-file-type openapi --output "$2/models.py"; }
annotated() { datamodel-codegen --use-annotated --input "$1" --input-file-type openapi --output "$2/models.py"; }
warnings() { grep -i warn "$1" | sed 's/.*WARN/WARN/' | sort -u; }

rm -rf made && mkdir -p made/smallest made/openapi made/bounded/models
for generator in typescript hey orvals pythons fetches client models annotated; do
    echo "$generator"
    for document in "$smallest" "$contract"; do
        name=made/$(basename "$document" .json)
        [ $generator = client ] || mkdir "$name/$generator"
        $generator "$document" "$name/$generator" > "$name/$generator.log" 2>&1 || { cat "$name/$generator.log"; exit 1; }
        warnings "$name/$generator.log" > "$name/$generator.warnings" || true
    done
    if grep -vxF -f "made/smallest/$generator.warnings" "made/openapi/$generator.warnings"; then exit 1; fi
done

made=made/openapi
echo "names"
if grep -rhE '^(export )?(class|interface|type|enum) [A-Za-z]*([0-9]|Inner|AnyOf|OneOf|AllOf|InlineObject)\b' \
    $made/models $made/pythons/openapi_client/models $made/client $made/fetches/models $made/orvals $made/hey/types.gen.ts $made/typescript
then echo "a class that no author would name so"; exit 1; fi

echo "tsc --strict"
cp "$here/reader.ts" "$here/play.ts" $made/typescript
for name in reader.ts play.ts ../hey/index.ts ../orvals/orval.ts ../fetches/index.ts; do echo "$made/typescript/$name"; done |
    xargs tsc --strict --outDir made/js --skipLibCheck --target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable

echo "mypy, and import without a warning"
mypy --strict --no-error-summary $made/client
mypy --strict --no-error-summary $made/annotated/models.py
# As strictly as the project that openapi-generator writes asks for: its pyproject.toml says what its own templates fail.
(cd $made/pythons && mypy --no-error-summary openapi_client)
python -W error -m compileall -q $made/client $made/pythons/openapi_client
(cd $made/models && python -W error -c 'import models')

# Without its flag --use-annotated, datamodel-code-generator writes a bound as a call (`conint(ge=1)`), which mypy takes
# for no type, with the plugin of pydantic or without. bounded.json has bounds of both sides in three shapes and a
# pattern, and each fails: the shape of a document does not mend that. Nothing else may be wrong with the models, and when this is not any more, these
# lines go.
models "$here/bounded.json" made/bounded/models > made/bounded.log 2>&1
printf '[mypy]\nstrict = true\nplugins = pydantic.mypy\n' > made/plugin.ini
calls=$(grep -cE 'con(int|str)\(' made/bounded/models/models.py || true)
for options in --strict --config-file=made/plugin.ini; do
    mypy $options --no-error-summary made/bounded/models/models.py > made/bounded.log || true
    errors=$(grep -cE 'Invalid type comment or annotation|Type expected within' made/bounded.log || true)
    if [ "$calls" = 0 ] || [ "$errors" != "$calls" ]; then cat made/bounded.log; echo "a bound can be a type now"; exit 1; fi
done
mypy --strict --no-error-summary $made/models/models.py > made/models.log || true
if grep error: made/models.log | grep -vE 'Invalid type comment or annotation|Type expected within|Invalid base class "RootModel"'
then echo "a fault of these models that is new"; exit 1; fi
echo "linters and generators: nothing to complain about"
