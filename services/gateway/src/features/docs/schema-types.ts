import type { JsonSchema } from "./json-schema";

/** A part of the description of a type: words, a value, or the name of a schema. */
export type TypePart =
  | { readonly words: string }
  | { readonly value: string }
  | { readonly schema: string };

export function typeParts(schema: JsonSchema): readonly TypePart[] {
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
  if (typeof $ref === "string") return [{ schema: $ref.split("/").at(-1) ?? "" }];
  const either = anyOf ?? oneOf;
  if (Array.isArray(either)) {
    return (either as readonly JsonSchema[]).flatMap((each, index) =>
      index === 0 ? typeParts(each) : [{ words: " or " }, ...typeParts(each)],
    );
  }
  if (Array.isArray(values)) {
    const listed = values.flatMap((each) => [{ words: " " }, { value: String(each) }]);
    return [{ words: "one of" }, ...listed];
  }
  if (value !== undefined) return [{ value: String(value) }];
  const names = [type ?? "anything"].flat().map(String).join(" or ");
  const inner = items ?? additionalProperties;
  if (typeof inner === "object" && inner !== null) {
    return [{ words: `${names} of ` }, ...typeParts(inner as JsonSchema)];
  }
  const written = typeof format === "string" ? ` (${format})` : "";
  return [{ words: `${names}${written}${limitsOf(schema)}` }];
}

function limitsOf({ minimum, maximum, maxLength }: JsonSchema): string {
  const limits = [
    typeof minimum === "number" ? `from ${minimum}` : "",
    typeof maximum === "number" ? `up to ${maximum}` : "",
    typeof maxLength === "number" ? `at most ${maxLength} characters` : "",
  ].filter((limit) => limit !== "");
  return limits.length === 0 ? "" : `, ${limits.join(" ")}`;
}
