// `node scripts/client/generate.mjs`: writes the types and the table of operations of `libs/client` from `openapi.json`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import { root } from "../setup/root.mjs";

const document = JSON.parse(readFileSync(path.join(root, "openapi.json"), "utf8"));
const place = path.join(root, "libs/client/src/generated");

/** What becomes of the answer: its JSON, a page of a list, events, or the answer itself. */
function kindOf({ parameters = [], responses }) {
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([, { content = {} }]) => content);
  if (contents.some((content) => content["text/event-stream"])) return "events";
  if (contents.some((content) => Object.keys(content).some((type) => type !== "application/json")))
    return "file";
  const isPaged = parameters.some(({ name }) => name === "page");
  const isList = contents.some((content) => content["application/json"]?.schema?.type === "array");
  return isPaged && isList ? "list" : "json";
}

const rows = Object.entries(document.paths).flatMap(([where, methods]) =>
  Object.entries(methods)
    .filter(([, { operationId }]) => operationId !== undefined)
    .map(([method, operation]) => [
      operation.operationId,
      [method.toUpperCase(), where, kindOf(operation)],
    ]),
);
const types = await openapiTypescript(document, { alphabetize: true, exportType: true });
const names = Object.keys(document.components.schemas);

mkdirSync(place, { recursive: true });
writeFileSync(
  path.join(place, "operation-table.ts"),
  `export const operationTable = ${JSON.stringify(Object.fromEntries(rows), undefined, 2)} as const;\n`,
);
writeFileSync(
  path.join(place, "named-types.ts"),
  `import type { components } from "./schema";\n\n${names
    .map((name) => `export type ${name} = components["schemas"]["${name}"];\n`)
    .join("")}`,
);
// Last: its time says how current all three are.
writeFileSync(path.join(place, "schema.ts"), astToString(types));
