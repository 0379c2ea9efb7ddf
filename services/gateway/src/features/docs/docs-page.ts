import { type Html, html } from "../../pages/html";
import type { JsonSchema } from "./json-schema";
import type { OpenApiDocument } from "./openapi-document";
import { renderSchema, withCode } from "./render-schema";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
}

interface Content {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<
    Record<string, { readonly summary: string; readonly value: unknown }>
  >;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer | { readonly $ref: string }>>;
}

interface Answer {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}

interface Listed {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** The document as a page, without scripts and without files of other hosts. */
export function renderDocs(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Listed => ({ method, path, operation: operation as Operation }),
    ),
  );
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${document.info.title} ${document.info.version}</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header>
<h1>${document.info.title} <small>${document.info.version}</small></h1>
${document.info.description.split("\n\n").map((paragraph) => html`<p>${withCode(paragraph)}</p>`)}
<p>The same for machines: <a href="/openapi.json">openapi.json</a></p>
<nav>${document.tags.map(({ name }) => html`<a href="#${anchor(name)}">${name}</a> `)}<a href="#schemas">Schemas</a></nav>
</header>
<main>
${document.tags.map(
  ({
    name,
    description,
  }) => html`<section id="${anchor(name)}"><h2>${name}</h2><p>${withCode(description)}</p>
${operations.filter(({ operation }) => operation.tags.includes(name)).map((listed) => renderOperation(listed, document))}
</section>`,
)}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(document.components.schemas).map(
  ([name, schema]) =>
    html`<details id="schema-${name}"><summary><b>${name}</b></summary><p>${withCode(String(schema.description ?? ""))}</p>${renderSchema(schema)}</details>`,
)}
</section>
</main>
</body>
</html>`;
  return page.markup;
}

function renderOperation({ method, path, operation }: Listed, document: OpenApiDocument): Html {
  const parameters = operation.parameters.map((each) => resolve<Parameter>(each, document));
  return html`<details id="${operation.operationId}"><summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code> <span>${operation.summary}</span> <small>${operation.operationId}</small></summary>
<p>${withCode(operation.description)}</p>
<h3>Parameters</h3>
<dl>${parameters.map(
    ({ name, in: where, required, description }) =>
      html`<dt><code>${name}</code> <small>${where}${required ? ", required" : ""}</small></dt><dd>${withCode(description)}</dd>`,
  )}</dl>
${operation.requestBody === undefined ? undefined : html`<h3>Body</h3>${renderContents(operation.requestBody.content)}`}
<h3>Answers</h3>
<dl>${Object.entries(operation.responses).map(([status, answer]) => {
    const { description, content } = resolve<Answer>(answer, document);
    return html`<dt><code>${status}</code> ${description}</dt><dd>${content === undefined ? "no body" : renderContents(content)}</dd>`;
  })}</dl>
</details>
`;
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

/** What a reference leads to, or the object itself. */
function resolve<Target>(
  given: Target | { readonly $ref: string },
  document: OpenApiDocument,
): Target {
  if (typeof given !== "object" || given === null || !("$ref" in given)) return given;
  // biome-ignore lint/suspicious/noExplicitAny: the document is walked like any JSON
  let node: any = document;
  for (const key of given.$ref.split("/").slice(1)) node = node[key];
  return node;
}

const anchor = (name: string): string => `tag-${name.toLowerCase().replace(/\W+/g, "-")}`;
