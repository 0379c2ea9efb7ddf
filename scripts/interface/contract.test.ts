// Covers docs/reference/requests.md: version

import { join } from "node:path";
import { spawnSync } from "@polls/devstack/children";

interface Change {
  readonly place: string;
  readonly what: string;
  readonly breaking: boolean;
}

/** Runs the module in Node, like the gate, because this test is not an ES module. */
function compare(before: object, after: object): readonly Change[] {
  const file = JSON.stringify(join(__dirname, "contract.mjs"));
  const program = `import { compare } from ${file};
    const [before, after] = JSON.parse(process.argv[1]);
    console.log(JSON.stringify(compare(before, after)));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", program, JSON.stringify([before, after])],
    { encoding: "utf8" },
  );
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as readonly Change[];
}

interface Interface {
  readonly sent?: object;
  readonly received?: object;
  readonly parameters?: readonly object[];
  readonly path?: string;
  readonly id?: string;
}

const text = { type: "string" };

/** A document with one operation. */
function documentOf(given: Interface): object {
  const { sent = { title: text }, received = { id: text }, parameters = [] } = given;
  const { path = "/polls", id = "polls.create" } = given;
  const content = (properties: object) => ({
    "application/json": {
      schema: { type: "object", properties, required: Object.keys(received) },
    },
  });
  const operation = {
    operationId: id,
    parameters,
    requestBody: {
      content: { "application/json": { schema: { type: "object", properties: sent } } },
    },
    responses: { 201: { content: content(received) } },
  };
  return { paths: { [path]: { post: operation } }, components: { schemas: {} } };
}

const breaking = (before: Interface, after: Interface) =>
  compare(documentOf(before), documentOf(after)).filter((change) => change.breaking);

test.each<[string, Interface, Interface]>([
  ["an operation with another path", {}, { path: "/votes" }],
  ["an operation with another name", {}, { id: "polls.make" }],
  ["a field that bodies cannot have any more", {}, { sent: {} }],
  ["fewer values", { sent: { a: text } }, { sent: { a: { type: "string", enum: ["x"] } } }],
  ["one value less", { sent: { a: { enum: ["x", "y"] } } }, { sent: { a: { enum: ["x"] } } }],
  [
    "an alternative less",
    { sent: { a: { anyOf: [text, { type: "null" }] } } },
    { sent: { a: { anyOf: [text] } } },
  ],
  ["fewer types", { sent: { a: { type: ["string", "null"] } } }, { sent: { a: text } }],
  ["a lower bound", { sent: { a: text } }, { sent: { a: { type: "string", maxLength: 9 } } }],
  ["an answer without a field", { received: { id: text, a: text } }, { received: { id: text } }],
  ["an answer of another type", {}, { received: { id: { type: "integer" } } }],
  ["an answer that may be null", {}, { received: { id: { type: ["string", "null"] } } }],
  [
    "a parameter that is required now",
    {},
    { parameters: [{ name: "a", in: "query", required: true, schema: text }] },
  ],
])("%s breaks clients", (_case, before, after) => {
  expect(breaking(before, after)).not.toEqual([]);
});

test.each<[string, Interface, Interface]>([
  ["a new field of bodies", {}, { sent: { title: text, a: text } }],
  ["a new field of answers", {}, { received: { id: text, a: text } }],
  [
    "a field that takes null as well, beside alternatives",
    { sent: { a: { anyOf: [text, { type: "boolean" }] } } },
    { sent: { a: { anyOf: [{ anyOf: [text, { type: "boolean" }] }, { type: "null" }] } } },
  ],
  ["one value more", { sent: { a: { enum: ["x"] } } }, { sent: { a: { enum: ["x", "y"] } } }],
  [
    "a parameter that may be left out",
    {},
    { parameters: [{ name: "a", in: "query", required: false, schema: text }] },
  ],
])("%s breaks no client", (_case, before, after) => {
  expect(breaking(before, after)).toEqual([]);
  expect(compare(documentOf(before), documentOf(after))).not.toEqual([]);
});

test("changed descriptions and examples are not reported", () => {
  const described = documentOf({ sent: { title: { ...text, description: "What it is." } } });
  expect(compare(documentOf({}), described)).toEqual([]);
});
