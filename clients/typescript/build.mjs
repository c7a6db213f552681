// npm run build: types from the API's document, declarations, and one ESM file for each entry point.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";

const here = import.meta.dirname;
const document = JSON.parse(readFileSync(join(here, "../../openapi/openapi.json"), "utf8"));
const run = (tool, ...args) => execFileSync(join(here, "node_modules/.bin", tool), args, { cwd: here, stdio: ["ignore", "ignore", "inherit"] });

// What types depend on; words may change without a new build. tests/test_generated.py does the same.
const SHAPE = ["$ref", "type", "const", "enum", "required", "items", "oneOf", "anyOf", "allOf", "additionalProperties"];

function shape(schema) {
  if (Array.isArray(schema)) return schema.map(shape);
  if (schema === null || typeof schema !== "object") return schema;
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => SHAPE.includes(key)).map(([key, value]) => [key, shape(value)]));
  return schema.properties ? { ...kept, properties: shapes(schema.properties) } : kept;
}

function shapes(schemas) {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, shape(schema)]));
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}

const sha256 = (text) => createHash("sha256").update(text).digest("hex");
const { schemas } = document.components;
const scratch = mkdtempSync(join(tmpdir(), "ludotheque-"));
try {
  const { openapi, info } = document;
  writeFileSync(join(scratch, "schemas.json"), JSON.stringify({ openapi, info, paths: {}, components: { schemas } }));
  run("openapi-typescript", join(scratch, "schemas.json"), "--output", join(here, "types/contract.d.ts"));
} finally {
  rmSync(scratch, { recursive: true });
}

for (const name of readdirSync(join(here, "dist"))) rmSync(join(here, "dist", name));
run("tsc");

const sources = readdirSync(join(here, "src")).sort();
const { version } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const made = sha256(sources.map((name) => readFileSync(join(here, "src", name), "utf8")).join(""));
const banner = { js: `// ludotheque-client ${version}, made of src ${made}` };
for (const [source, name] of [["index", "ludotheque"], ["board", "ludotheque-board"]]) {
  if (!sources.includes(`${source}.ts`)) continue;
  const outfile = join(here, "dist", `${name}.js`);
  await build({ entryPoints: [join(here, "src", `${source}.ts`)], outfile, bundle: true, format: "esm", target: "es2022", charset: "utf8", banner });
}
// Last: where a step fails, the check of drift goes on failing.
writeFileSync(join(here, "types/contract.sha256"), `${sha256(canonical(shapes(schemas)))}\n`);
