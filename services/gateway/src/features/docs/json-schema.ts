import { z } from "zod";

export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

export interface SchemaCollection {
  /** Converts a zod schema to a JSON schema. Named schemas inside it become references. */
  readonly add: (schema: z.ZodType, direction: "input" | "output") => JsonSchema;
  readonly named: () => Readonly<Record<string, JsonSchema>>;
  /** Of a schema, of the entries of a list, or of the schema that a reference points to. */
  readonly descriptionOf: (schema: JsonSchema) => string | undefined;
}

/** Converts zod schemas to schemas of OpenAPI 3.1, which are JSON Schema 2020-12. */
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
        override: ({ zodSchema, jsonSchema }) => discriminate(zodSchema, jsonSchema),
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
    descriptionOf(schema) {
      if (typeof schema.description === "string") return schema.description;
      if (schema.items !== undefined) {
        const entry = this.descriptionOf(schema.items);
        return entry === undefined ? undefined : `A list: ${entry}`;
      }
      const name =
        String(schema.$ref ?? "")
          .split("/")
          .at(-1) ?? "";
      const named = components.get(name);
      if (named !== undefined) return this.descriptionOf(named);
      const either = schema.anyOf ?? schema.oneOf;
      return either?.map((each) => this.descriptionOf(each)).join(" Or: ");
    },
    named: () =>
      Object.fromEntries([...components].sort(([one], [other]) => one.localeCompare(other))),
  };
}

/** Names the property that distinguishes the members of a discriminated union. */
function discriminate(zodSchema: z.core.$ZodType, jsonSchema: z.core.JSONSchema.BaseSchema): void {
  const { def } = zodSchema._zod;
  if (def.type !== "union" || !("discriminator" in def)) return;
  const { oneOf = jsonSchema.anyOf, anyOf: _, ...rest } = jsonSchema;
  for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
  Object.assign(jsonSchema, rest, {
    oneOf,
    discriminator: { propertyName: String(def.discriminator), mapping: mappingOf(zodSchema) },
  });
}

function mappingOf(union: z.core.$ZodType): Readonly<Record<string, string>> {
  const { options, discriminator } = union._zod.def as unknown as {
    readonly options: readonly z.ZodObject[];
    readonly discriminator: string;
  };
  return Object.fromEntries(
    options.flatMap((option) => {
      const { id } = option.meta() ?? {};
      const values = (option.shape[discriminator] as z.ZodEnum).options;
      return values.map((value) => [String(value), `#/components/schemas/${id}`]);
    }),
  );
}

/** Points references to the components of the document, and removes details of zod's checks. */
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

/** A part of the description of a type: words, a value, or the name of a schema. */
type TypePart =
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
  if (either !== undefined) {
    return either.flatMap((each, index) =>
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
