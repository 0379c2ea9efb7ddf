const WORDS = new Set(["description", "summary", "examples", "example", "x-codes"]);

/** A document without descriptions and examples: the part that clients are compiled against. */
export function withoutWords(node, isNames = false) {
  if (Array.isArray(node)) return node.map((each) => withoutWords(each));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => isNames || !WORDS.has(key))
      .map(([key, value]) => [key, withoutWords(value, key === "properties" || key === "schemas")]),
  );
}

/** The facts about requests and responses of a document, by place: `votes.cast body vote_id`. */
function factsOf(document) {
  const facts = new Map();
  const resolve = (node) =>
    node?.$ref === undefined
      ? node
      : resolve(
          node.$ref
            .split("/")
            .slice(1)
            .reduce((inner, key) => inner?.[key], document),
        );

  function addSchema(given, place, direction, required, above = []) {
    const schema = resolve(given) ?? {};
    if (above.includes(schema)) return;
    const chain = [...above, schema];
    const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
    const { minimum, maximum, minLength, maxLength, maxItems, minItems, pattern } = schema;
    facts.set(place, {
      direction,
      required,
      types: [schema.type ?? []].flat().sort(),
      values: values?.map(String).sort(),
      least: { minimum, minLength, minItems },
      most: { maximum, maxLength, maxItems },
      pattern,
    });
    const needed = new Set(schema.required ?? []);
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      addSchema(property, `${place}.${name}`, direction, needed.has(name), chain);
    }
    alternativesOf(schema).forEach((each, at) => {
      // A request may use any of them, so a new one is no demand.
      const isTold = direction === "answer";
      addSchema(each, `${place}|${nameOf(each) ?? at}`, direction, isTold, chain);
    });
    for (const key of ["items", "additionalProperties"]) {
      if (typeof schema[key] === "object") {
        addSchema(schema[key], `${place}[]`, direction, true, chain);
      }
    }
  }
  /** Those of its alternatives among them. */
  const alternativesOf = ({ anyOf = [], oneOf = [] }) =>
    [...anyOf, ...oneOf].flatMap((each) => {
      const inner = alternativesOf(each);
      return inner.length > 0 ? inner : [each];
    });
  const nameOf = ({ $ref, type }) => $ref?.split("/").at(-1) ?? [type ?? []].flat().join("-");

  for (const [kind, paths] of Object.entries({ "": document.paths, event: document.webhooks })) {
    for (const [path, methods] of Object.entries(paths ?? {})) {
      for (const [method, operation] of Object.entries(methods)) {
        const id = operation.operationId;
        facts.set(id, { direction: "request", values: [`${kind}${method} ${path}`] });
        for (const parameter of operation.parameters ?? []) {
          const { name, schema, required, in: where } = resolve(parameter);
          addSchema(schema, `${id} ${where} ${name}`, "request", required === true);
        }
        // For clients, the body of a webhook event is like a response.
        const sent = kind === "event" ? "answer" : "request";
        for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
          addSchema(schema, `${id} body ${type}`, sent, true);
        }
        for (const [status, given] of Object.entries(operation.responses)) {
          facts.set(`${id} ${status}`, { direction: "answer", required: false });
          for (const [type, { schema }] of Object.entries(resolve(given).content ?? {})) {
            addSchema(schema, `${id} ${status} ${type}`, "answer", true);
          }
        }
      }
    }
  }
  return facts;
}

const lacks = (wide, narrow) => narrow.some((each) => !wide.includes(each));
const isStricter = (before, after, sign) =>
  Object.keys({ ...before, ...after }).some((name) => {
    const [was, is] = [before?.[name], after?.[name]];
    return is !== undefined && (was === undefined || sign * (is - was) > 0);
  });

/** The reason why a changed fact breaks clients; undefined if it does not. */
function breaks(before, after) {
  if (before === undefined) {
    return after.direction === "request" && after.required === true ? "is required now" : undefined;
  }
  if (after === undefined) return "is gone";
  const [types, newTypes] = [before.types ?? [], after.types ?? []];
  if (before.direction === "answer") {
    if (before.required && !after.required) return "may be absent now";
    if (types.length > 0 && lacks(types, newTypes)) return "has another type";
    return types.length > 0 && newTypes.length === 0 ? "has another type" : undefined;
  }
  if (after.required && !before.required) return "is required now";
  if (newTypes.length > 0 && (types.length === 0 || lacks(newTypes, types))) {
    return "takes fewer types";
  }
  if (
    after.values !== undefined &&
    (before.values === undefined || lacks(after.values, before.values))
  ) {
    return "takes fewer values";
  }
  if (isStricter(before.least, after.least, 1) || isStricter(before.most, after.most, -1)) {
    return "has narrower bounds";
  }
  return after.pattern !== undefined && after.pattern !== before.pattern
    ? "has another pattern"
    : undefined;
}

/** The changes between two documents: `{ place, what, breaking }`. Nothing is reported below a removed or new place. */
export function compare(before, after) {
  const [old, now] = [factsOf(before), factsOf(after)];
  const changes = [];
  const isBelow = (place) =>
    changes.some(
      ({ place: other, whole }) =>
        whole &&
        place !== other &&
        /^[ .|[]/.test(place.slice(other.length)) &&
        place.startsWith(other),
    );
  for (const place of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [was, is] = [old.get(place), now.get(place)];
    if (JSON.stringify(was) === JSON.stringify(is) || isBelow(place)) continue;
    const why = breaks(was, is);
    const what = why ?? (was === undefined ? "is new" : "takes or tells more");
    changes.push({ place, what, breaking: why !== undefined, whole: !was || !is });
  }
  return changes;
}
