import type { BaseUrl, PathBelow } from "@polls/config";
import { errorAreas, errorCodes } from "@polls/domain/refusals";
import { type Html, html } from "@polls/markup";
import { type JsonSchema, typeParts } from "./json-schema";
import type { OpenApiDocument } from "./openapi-document";
import { type Content, type ListedOperation, operationsOf, type Parameter } from "./operations";
import { type Sample, type SampleLanguage, sampleLanguages, samplesOf } from "./samples";

/**
 * The markup has the whole content. The script (services/gateway/browser/docs.js) adds search, copy
 * buttons and forms. Elements that search finds have an id and `data-find`, their kind.
 */
export function renderDocs(document: OpenApiDocument, baseUrl: BaseUrl): string {
  const operations = operationsOf(document);
  const { title, version, description } = document.info;
  const at = (path: PathBelow) => baseUrl.path(path);
  const ofTag = (name: string) => operations.filter(({ tags }) => tags.includes(name));
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} ${version}</title>
<link rel="stylesheet" href="${at("/docs/style.css")}">
<script type="module" src="${at("/docs/docs.js")}"></script>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header>
<form role="search" class="needs-script" autocomplete="off"><label>Search operations, fields and error codes <input type="search" id="search" aria-keyshortcuts="/" aria-controls="found"></label>
<p id="count" role="status"></p><ul id="found"></ul></form>
<nav aria-label="Operations">${document.tags.map(
    ({ name }) =>
      html`<details><summary>${name}</summary><ul>${ofTag(name).map(
        ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
      )}</ul></details>
`,
  )}<p><a href="#codes">Error codes</a> <a href="#schemas">Schemas</a></p></nav>
</header>
<main id="content">
<h1>${title} <small>${version}</small></h1>
${description.split("\n\n").map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
<p>The same for machines: <a href="${at("/openapi.json")}">openapi.json</a>. In Markdown: <a href="${at("/docs/reference/README.md")}">reference</a>, <a href="${at("/docs/guides/README.md")}">guides</a>, <a href="${at("/docs/changelog.md")}">changes</a>, and <a href="${at("/llms.txt")}">llms.txt</a>, which lists all pages.</p>
${document.tags.map(
  ({
    name,
    description: about,
  }) => html`<section id="${anchor(name)}"><h2>${name}</h2><p>${withCode(about)}</p>
${ofTag(name).map((operation) => renderOperation(operation, baseUrl))}
</section>`,
)}
${errorCodesSection}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) =>
    html`<details id="schema-${name}" data-find="schema"><summary><b>${name}</b></summary><p>${withCode(String(schema.description ?? ""))}</p>${renderSchema(schema, name)}</details>`,
)}
</section>
</main>
</body>
</html>`;
  return page.markup;
}

function renderOperation(operation: ListedOperation, baseUrl: BaseUrl): Html {
  const { method, path, operationId, summary, description, parameters, bodies, responses } =
    operation;
  return html`<details id="${operationId}" data-find="operation" class="operation"><summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span>${summary}</span> <small>${operationId}</small></summary>
<p>${withCode(description)}</p>
<h3>Request</h3>
${samplesOf(operation, baseUrl).map(renderSample)}
${renderTryForm(operation, baseUrl)}
<h3>Parameters</h3>
<dl>${parameters.map(
    ({ name, in: where, required, description: about }) =>
      html`<div id="${operationId}.${name}" data-find="parameter of ${operationId}"><dt><code>${name}</code> <small>${where}${required ? ", required" : ""}</small></dt><dd>${withCode(about)}</dd></div>`,
  )}</dl>
${Object.keys(bodies).length === 0 ? undefined : html`<h3>Body</h3>${renderContents(bodies)}`}
<h3>Responses</h3>
<dl>${Object.entries(responses).map(
    ([status, { description: about, content }]) =>
      html`<dt><code>${status}</code> ${about}</dt><dd>${content === undefined ? "no body" : renderContents(content)}</dd>`,
  )}</dl>
</details>
`;
}

/** One disclosure for each language. The first is open. */
function renderSample({ step, code }: Sample): Html {
  const group = `${step.operation}${step.form === undefined ? "" : " with a file"}`;
  return html`<div class="samples">${Object.entries(sampleLanguages).map(
    ([language, name]) =>
      html`<details name="${group}" class="sample" data-language="${language}"${language === "curl" ? html` open` : undefined}><summary>${name}${step.form === undefined ? "" : ", with a file"}</summary><pre><code>${code[language as SampleLanguage]}</code></pre></details>`,
  )}</div>`;
}

const renderContents = (contents: Readonly<Record<string, Content>>): readonly Html[] =>
  Object.entries(contents).map(
    ([type, { schema, examples = {} }]) =>
      html`<p><small>${type}</small></p>${renderSchema(schema)}${Object.values(examples).map(
        ({ summary, value }) =>
          html`<details><summary>Example: ${summary}</summary><pre>${
            typeof value === "string" ? value : JSON.stringify(value, undefined, 2)
          }</pre></details>`,
      )}`,
  );

const anchor = (name: string): string => `tag-${name.toLowerCase().replace(/\W+/g, "-")}`;

/** Renders text in backticks as `<code>`. */
const withCode = (text: string): readonly Html[] =>
  text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A list of the fields. Search finds the fields of a named schema. */
function renderSchema(schema: JsonSchema, owner?: string): Html {
  const properties = schema.properties ?? {};
  if (Object.keys(properties).length === 0) return html`<p>${typeOf(schema)}</p>`;
  const required = new Set(schema.required);
  return html`<ul class="fields">${Object.entries(properties).map(
    ([name, property]) =>
      html`<li${owner === undefined ? undefined : html` id="field-${owner}.${name}" data-find="field of ${owner}"`}><code>${name}</code> ${typeOf(property)}${
        required.has(name) ? html` <small>always</small>` : undefined
      }${typeof property.description === "string" ? html` <span>${withCode(property.description)}</span>` : undefined}${
        property.properties === undefined
          ? undefined
          : renderSchema(property, owner === undefined ? undefined : `${owner}.${name}`)
      }</li>`,
  )}</ul>`;
}

const typeOf = (schema: JsonSchema): readonly Html[] =>
  typeParts(schema).map((part) => {
    if ("schema" in part) return html`<a href="#schema-${part.schema}">${part.schema}</a>`;
    return "value" in part ? html`<code>${part.value}</code>` : html`${part.words}`;
  });

/** The fields of the form have no names, so the browser cannot put them into a URL. */
function renderTryForm(
  { method, path, operationId, needsToken, parameters, bodies }: ListedOperation,
  baseUrl: BaseUrl,
): Html {
  const [example] = Object.values(bodies["application/json"]?.examples ?? {});
  // The script sends the encoded header itself if the value needs it.
  const fields = parameters.filter(({ name }) => !name.endsWith("-ENCODED"));
  const [required, others] = [true, false].map((wanted) =>
    fields.filter((field) => field.required === wanted),
  );
  return html`<details class="try needs-script"><summary>Try it</summary>
<form data-method="${method.toUpperCase()}" data-path="${baseUrl.prefix + path}" autocomplete="off" aria-label="Try ${operationId}">
${needsToken ? tokenField : undefined}${required?.map(field)}${
  (others?.length ?? 0) === 0
    ? undefined
    : html`<details><summary>Further parameters</summary>${others?.map(field)}</details>`
}
${
  bodies["application/json"] === undefined
    ? undefined
    : html`<label>Body <small>JSON</small><textarea data-in="body" rows="8" spellcheck="false">${JSON.stringify(example?.value ?? {}, undefined, 2)}</textarea></label>`
}<p><button>Send ${method.toUpperCase()}</button> <button type="button" class="stop" hidden>Stop</button></p>
<div class="answer" role="status"></div>
</form></details>`;
}

const tokenField = html`<label>Token <small>forgotten when you leave this page</small><input class="secret" data-in="token" data-shared="token" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
`;

const field = ({ name, in: where, required }: Parameter): Html =>
  html`<label><code>${name}</code> <small>${where}</small><input data-in="${where}" data-name="${name}" data-shared="${name}" autocomplete="off" autocapitalize="off" spellcheck="false"${required ? html` required` : undefined}></label>
`;

const errorCodesSection = html`<section id="codes"><h2>Error codes</h2>
${errorAreas.map(
  (area) =>
    html`<details><summary>Codes of ${area}</summary><dl>${Object.entries(errorCodes)
      .filter(([, facts]) => facts.area === area)
      .map(
        ([code, { status, when, remedy }]) =>
          html`<div id="code-${code}" data-find="error code"><dt><code>${code}</code> <small>${status}</small></dt><dd>Sent when ${withCode(when)}. ${withCode(remedy)}</dd></div>`,
      )}</dl></details>`,
)}
</section>
`;
