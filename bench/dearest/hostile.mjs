// Bodies at their limits, of every form that an endpoint reads, from the OpenAPI document.

const KEYS_MAX = 30_000;
const ENTRIES_MAX = 200_000;

/** A JSON object with as many unknown keys as are read. */
function unknownKeys(bytes) {
  const keys = Math.min(KEYS_MAX, Math.floor(bytes / 10)) - 10;
  return `{${Array.from({ length: keys }, (_, n) => `"k${n}":0`).join(",")}}`;
}

/** A list with as many entries as are read. */
function list(entry, bytes) {
  const most = Math.floor((bytes - 2_000) / (entry.length + 1));
  return `[${Array(Math.min(most, ENTRIES_MAX - 100))
    .fill(entry)
    .join(",")}]`;
}

const long = (bytes) => `"${"ß ".repeat((bytes - 2_000) / 3)}"`;

/** The objects and the forms of a schema, without references. */
function plain(document, schema) {
  if (schema?.$ref === undefined) return schema ?? {};
  return plain(document, document.components.schemas[schema.$ref.split("/").at(-1)]);
}
const formsOf = (document, schema) => {
  const { anyOf, oneOf, ...own } = plain(document, schema);
  return [own, ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap((one) => formsOf(document, one))];
};

/** Values of a field that are expensive to check: for each of its types one at the limit. */
function valuesOf(document, schema, bytes) {
  return formsOf(document, schema).flatMap(({ type, properties }) => {
    if (type === "array") return [list("0", bytes), list('"a"', bytes), list("{}", bytes)];
    if (type === "object" || properties !== undefined) return [unknownKeys(bytes)];
    return type === "string" ? [long(bytes)] : [];
  });
}

/** Texts of bodies for an operation, each at its limit of bytes. */
export function hostileBodies(document, { requestBody }, bytes) {
  const schema = plain(document, requestBody?.content["application/json"].schema);
  const bodies = [unknownKeys(bytes), list("0", bytes)];
  for (const [name, value] of Object.entries(schema.properties ?? {})) {
    const put = (text) => bodies.push(`{${JSON.stringify(name)}:${text}}`);
    for (const text of valuesOf(document, value, bytes)) put(text);
    for (const { properties = {} } of formsOf(document, value)) {
      for (const [field, inner] of Object.entries(properties)) {
        for (const text of valuesOf(document, inner, bytes)) {
          put(`{${JSON.stringify(field)}:${text}}`);
        }
      }
    }
  }
  return bodies;
}
