// `node scripts/client/generate.mjs`: writes the table of operations of `libs/client` and the names of its functions and
// types from `openapi.json`. The types themselves: generate-types.mjs.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "../setup/root.mjs";

const document = JSON.parse(readFileSync(path.join(root, "openapi.json"), "utf8"));
const place = path.join(root, "libs/client/src/generated");

/** The result of a call: JSON, a page of a list, events, or the response itself. */
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
function commentOf({ summary, description, deprecated }) {
  const lines = [summary, "", ...description.split("\n"), ...(deprecated ? ["@deprecated"] : [])];
  const text = lines.map((line) => ` * ${line.replaceAll("*/", "*\\/")}`.trimEnd());
  return ["/**", ...text, " */"];
}

/** The functions of the client as a nested interface, by the parts of their names, with comments. */
function treeOf(operations) {
  const tree = {};
  for (const operation of operations) {
    const names = operation.operationId.split(".");
    const last = names.pop();
    let node = tree;
    for (const name of names) node = node[name] ??= {};
    if (node[last] !== undefined) throw new Error(`two operations at ${operation.operationId}`);
    node[last] = operation;
  }
  const linesOf = (node) =>
    Object.entries(node).flatMap(([name, value]) =>
      typeof value.operationId === "string"
        ? [...commentOf(value), `readonly ${name}: Operation<"${value.operationId}">;`]
        : [`readonly ${name}: {`, ...linesOf(value).map((line) => `  ${line}`), "};"],
    );
  return linesOf(tree);
}

const operations = Object.values(document.paths)
  .flatMap((methods) => Object.values(methods))
  .filter(({ operationId }) => operationId !== undefined);
const names = Object.keys(document.components.schemas);

mkdirSync(place, { recursive: true });
writeFileSync(
  path.join(place, "named-types.ts"),
  `import type { components } from "./schema";\n\n${names
    .map((name) => `export type ${name} = components["schemas"]["${name}"];\n`)
    .join("")}`,
);
writeFileSync(
  path.join(place, "operations.ts"),
  [
    'import type { Operation } from "../operation-types";',
    "",
    "/** The operations of the service by their names: `polls.create` is `client.polls.create`. */",
    "export interface Operations {",
    ...treeOf(operations).map((line) => `  ${line}`.trimEnd()),
    "}",
    "",
  ].join("\n"),
);
// Written last: its modification time shows how current all of them are.
writeFileSync(
  path.join(place, "operation-table.ts"),
  `export const operationTable = ${JSON.stringify(Object.fromEntries(rows), undefined, 2)} as const;\n`,
);
