import { type Html, html } from "@polls/markup";
import type { JsonSchema } from "./json-schema";
import { typeParts } from "./schema-types";

/** Renders text in backticks as `<code>`. */
export const withCode = (text: string): readonly Html[] =>
  text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/**
 * Renders a schema as a list of its fields, with links to named schemas. Search finds the fields of
 * a named schema.
 */
export function renderSchema(schema: JsonSchema, owner?: string): Html {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  if (Object.keys(properties).length === 0) return html`<p>${typeOf(schema)}</p>`;
  const required = new Set((schema.required ?? []) as readonly string[]);
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
