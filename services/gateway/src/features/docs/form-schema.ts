import type { FilesOf } from "../../http/uploads/uploads";
import type { JsonSchema } from "./json-schema";

type Properties = Readonly<Record<string, JsonSchema>>;

const file = { type: "string", contentMediaType: "application/octet-stream" } as const;

/** The field of files in forms, and whether it is required. */
const fileFields: Readonly<
  Record<FilesOf, { readonly properties: Properties; readonly required?: readonly string[] }>
> = {
  option: {
    properties: {
      "option_attachments[]": { type: "array", description: "The files", items: file },
    },
  },
  cover: {
    properties: { "cover[attachment]": { ...file, description: "The file" } },
    required: ["cover[attachment]"],
  },
};

/** Converts the schema of a JSON body to that of a form: `option[content]`, lists as `…[]`. */
export function formSchema(
  body: JsonSchema,
  files: FilesOf,
  components: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const resolve = (schema: JsonSchema): JsonSchema => {
    const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
    return name === undefined ? schema : (components[name] ?? schema);
  };
  const fields: Record<string, JsonSchema> = {};
  const flatten = (schema: JsonSchema, nameOf: (key: string) => string) => {
    for (const [key, property] of Object.entries(
      (resolve(schema).properties ?? {}) as Properties,
    )) {
      const inner = resolve(property);
      if (inner.properties !== undefined) flatten(inner, (name) => `${nameOf(key)}[${name}]`);
      else if ([inner.type].flat().includes("array")) fields[`${nameOf(key)}[]`] = property;
      else if (key !== "attachment") fields[nameOf(key)] = property;
    }
  };
  flatten(body, (key) => key);
  const { properties, ...others } = fileFields[files];
  return { type: "object", properties: { ...fields, ...properties }, ...others };
}
