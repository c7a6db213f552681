// Shows one of the documents, its operations grouped by task, with their code samples.
const first = new URL(document.querySelector("nav a").href).searchParams.get("of");
const asked = new URLSearchParams(location.search).get("of") ?? first;
const link = document.querySelector(`nav a[href="/docs?of=${CSS.escape(asked)}"]`);
link?.setAttribute("aria-current", "page");
const fetched = fetch(asked === "all" ? "/openapi.json" : `/openapi/${encodeURIComponent(asked)}.json`);
const started = new Promise((done) => { // the document comes while Swagger UI is compiled
  const script = document.createElement("script");
  script.addEventListener("load", done);
  script.src = "/docs/swagger-ui-bundle.js";
  document.head.append(script);
});
const response = await fetched;
const spec = await response.json();

// Everything is grouped by game, as its tags say; a document of one game or of bots by task.
if (asked !== "all" && response.ok) {
  const used = new Set();
  for (const operation of Object.values(spec.paths).flatMap(Object.values)) {
    if (operation["x-task"]) operation.tags = [operation["x-task"]];
    for (const tag of operation.tags ?? []) used.add(tag);
  }
  spec.tags = [...spec["x-tasks"], ...spec.tags].filter(({ name }) => used.has(name));
}

const withSamples = (Responses, { React, specSelectors }) => (props) => {
  const place = ["paths", props.path, props.method, "x-codeSamples"];
  const samples = specSelectors.specJson().getIn(place)?.toJS() ?? [];
  const shown = samples.map(({ lang, source }) =>
    React.createElement("div", { key: lang }, lang, React.createElement("pre", null, source)));
  return React.createElement("div", null,
    React.createElement("div", { className: "samples" }, shown), React.createElement(Responses, props));
};

// Swagger UI would read the document once more as YAML, and take all of it apart for the security schemes alone, which
// refer to nothing: more than half of the time until the page is there.
const SCHEMES = ["components", "securitySchemes"];
const ready = {
  parseToJson: (original, { specActions }) => () => specActions.updateJsonSpec(spec),
  requestResolvedSubtree: (original, { specActions }) => (path) =>
    String(path) === String(SCHEMES)
      ? specActions.updateResolvedSubtree(SCHEMES, spec.components.securitySchemes)
      : original(path),
};

await started;
window.ui = SwaggerUIBundle({
  spec,
  dom_id: "#docs",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  filter: true,
  persistAuthorization: true,
  plugins: [() => ({ statePlugins: { spec: { wrapActions: ready } }, wrapComponents: { responses: withSamples } })],
  tryItOutEnabled: true,
  validatorUrl: null,
});
