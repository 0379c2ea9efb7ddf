import { type Html, html } from "../../pages/html";
import type { JsonSchema } from "./json-schema";

/** A text with `code` in backticks. */
export const withCode = (text: string): readonly Html[] =>
  text
    .split("`")
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A schema as a list of its fields, with links to named schemas. */
export function renderSchema(schema: JsonSchema): Html {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  if (Object.keys(properties).length === 0) return html`<p>${typeOf(schema)}</p>`;
  const required = new Set((schema.required ?? []) as readonly string[]);
  return html`<ul class="fields">${Object.entries(properties).map(
    ([name, property]) =>
      html`<li><code>${name}</code> ${typeOf(property)}${
        required.has(name) ? html` <small>always</small>` : undefined
      }${typeof property.description === "string" ? html` <span>${withCode(property.description)}</span>` : undefined}${
        property.properties === undefined ? undefined : renderSchema(property)
      }</li>`,
  )}</ul>`;
}

function typeOf(schema: JsonSchema): Html {
  const {
    $ref,
    anyOf,
    oneOf,
    enum: values,
    const: value,
    items,
    type,
    format,
    additionalProperties,
  } = schema;
  if (typeof $ref === "string") {
    const name = $ref.split("/").at(-1) ?? "";
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) return joined(either as readonly JsonSchema[]);
  if (Array.isArray(values))
    return html`<small>one of</small> ${values.map((each) => html`<code>${String(each)}</code> `)}`;
  if (value !== undefined) return html`<code>${String(value)}</code>`;
  const names = [type ?? "anything"].flat().map(String).join(" or ");
  if (items !== undefined) return html`${names} of ${typeOf(items as JsonSchema)}`;
  if (typeof additionalProperties === "object" && additionalProperties !== null) {
    return html`${names} of ${typeOf(additionalProperties as JsonSchema)}`;
  }
  return html`${names}${typeof format === "string" ? ` (${format})` : ""}${limitsOf(schema)}`;
}

const joined = (schemas: readonly JsonSchema[]): Html =>
  html`${schemas.map((each, index) => (index === 0 ? typeOf(each) : html` or ${typeOf(each)}`))}`;

function limitsOf({ minimum, maximum, maxLength }: JsonSchema): string {
  const limits = [
    typeof minimum === "number" ? `from ${minimum}` : "",
    typeof maximum === "number" ? `up to ${maximum}` : "",
    typeof maxLength === "number" ? `at most ${maxLength} characters` : "",
  ].filter((limit) => limit !== "");
  return limits.length === 0 ? "" : `, ${limits.join(" ")}`;
}
