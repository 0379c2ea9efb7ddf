import { z } from "zod";

export type JsonSchema = { readonly [keyword: string]: unknown };

/** The named schemas of a document. */
export interface SchemaCollection {
  /** The JSON schema of a zod schema; named ones inside it become references. */
  readonly add: (schema: z.ZodType, direction: "input" | "output") => JsonSchema;
  readonly named: () => Readonly<Record<string, JsonSchema>>;
}

/** Turns zod schemas into schemas of OpenAPI 3.1, which are JSON Schema 2020-12. */
export function collectSchemas(): SchemaCollection {
  const components = new Map<string, JsonSchema>();
  return {
    add(schema, direction) {
      const {
        $schema: _,
        $defs = {},
        ...root
      } = z.toJSONSchema(schema, {
        io: direction,
        unrepresentable: "any",
      });
      for (const [name, definition] of Object.entries($defs)) {
        const tidied = tidy(definition) as JsonSchema;
        const known = components.get(name);
        if (known !== undefined && JSON.stringify(known) !== JSON.stringify(tidied)) {
          throw new Error(`Two schemas are named ${name}`);
        }
        components.set(name, tidied);
      }
      return tidy(root) as JsonSchema;
    },
    named: () =>
      Object.fromEntries([...components].sort(([one], [other]) => one.localeCompare(other))),
  };
}

/** Points references at the document's components, and drops details of zod's checks. */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== "object" || node === null) return node;
  const schema = node as Record<string, unknown>;
  const tidied: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "id" && typeof value === "string") continue;
    if (keyword === "pattern" && typeof schema.format === "string") continue;
    if (keyword === "minimum" && value === Number.MIN_SAFE_INTEGER) continue;
    if (keyword === "maximum" && value === Number.MAX_SAFE_INTEGER) continue;
    if (keyword === "propertyNames") continue;
    if (keyword === "$ref" && typeof value === "string") {
      tidied.$ref = value.replace("#/$defs/", "#/components/schemas/");
    } else if (keyword === "properties") {
      tidied.properties = Object.fromEntries(
        Object.entries(value as object).map(([name, property]) => [name, tidy(property)]),
      );
    } else if (["enum", "const", "required", "examples", "example", "default"].includes(keyword)) {
      tidied[keyword] = value;
    } else tidied[keyword] = tidy(value);
  }
  return withNullAsType(tidied);
}

/** `anyOf: [{ type: "string" }, { type: "null" }]` becomes `type: ["string", "null"]`. */
function withNullAsType(schema: Record<string, unknown>): Record<string, unknown> {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [value, nothing] = anyOf as readonly Record<string, unknown>[];
  const isNullable = nothing?.type === "null" && Object.keys(nothing).length === 1;
  if (!isNullable || typeof value?.type !== "string") return schema;
  if ("enum" in value || "const" in value) return schema;
  return { ...value, ...rest, type: [value.type, "null"] };
}
