/** Places of an OpenAPI document without a description or an example, as sentences. */
export function missingWords(document) {
  const missing = [];
  const need = (node, place) => {
    const words = node?.description ?? "";
    if (typeof words !== "string" || words.trim() === "")
      missing.push(`${place} has no description`);
  };
  const resolve = (node) =>
    node?.$ref === undefined
      ? node
      : node.$ref
          .split("/")
          .slice(1)
          .reduce((inner, key) => inner?.[key], document);

  const inSchema = (schema, place) => {
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const [only, ...others] = (property.anyOf ?? [property]).filter(
        ({ type }) => type !== "null",
      );
      const named = others.length === 0 ? only : property;
      need(property.description === undefined ? resolve(named) : property, `${place}.${name}`);
      inSchema(property, `${place}.${name}`);
    }
    for (const key of ["anyOf", "oneOf", "allOf", "prefixItems"]) {
      (schema[key] ?? []).forEach((each, at) => {
        inSchema(each, `${place}/${key}/${at}`);
      });
    }
    for (const key of ["items", "additionalProperties"]) {
      if (typeof schema[key] === "object") inSchema(schema[key], `${place}[]`);
    }
  };

  const inContent = (content, place, needsExample) => {
    for (const [type, { schema, examples, example }] of Object.entries(content ?? {})) {
      inSchema(schema, `${place} ${type}`);
      const isBinary = schema.format === "binary";
      const shown = example !== undefined || Object.keys(examples ?? {}).length > 0;
      if (needsExample && !isBinary && !shown) missing.push(`${place} ${type} has no example`);
    }
  };

  const inOperation = (operation, place) => {
    need(operation, place);
    if (!operation.summary) missing.push(`${place} has no summary`);
    if (!operation.operationId) missing.push(`${place} has no operationId`);
    for (const param of operation.parameters ?? []) {
      const parameter = resolve(param);
      need(parameter, `${place} parameter ${parameter.name}`);
    }
    if (operation.requestBody !== undefined) {
      need(operation.requestBody, `${place} body`);
      inContent(operation.requestBody.content, `${place} body`, true);
    }
    for (const [status, given] of Object.entries(operation.responses)) {
      const response = resolve(given);
      need(response, `${place} ${status}`);
      inContent(response.content, `${place} ${status}`, status.startsWith("2"));
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        need(resolve(header), `${place} ${status} header ${name}`);
      }
    }
  };

  for (const tag of document.tags) need(tag, `tag ${tag.name}`);
  for (const paths of [document.paths, document.webhooks]) {
    for (const methods of Object.values(paths)) {
      for (const operation of Object.values(methods)) inOperation(operation, operation.operationId);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    need(schema, `schema ${name}`);
    inSchema(schema, name);
  }
  return [...new Set(missing)];
}
