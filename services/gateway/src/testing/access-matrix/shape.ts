import type { TestResponse } from "../send-request";

/** A body without its values: fields by name, `=null` where they answer null; of a list one entry for each. */
export type Shape =
  | readonly string[]
  | { readonly list: Readonly<Record<string, readonly string[]>> };

/** Status and shape as one text, so that a table of answers is compared and read at once. */
export function describeAnswer(status: number, shape: Shape | undefined): string {
  if (shape === undefined) return String(status);
  if (Array.isArray(shape)) return `${status} ${[...shape].sort().join(" ")}`.trim();
  const { list } = shape as Extract<Shape, { readonly list: unknown }>;
  const entries = Object.entries(list).map(([name, fields]) => `${name}: ${sorted(fields)}`);
  return [`${status} list`, ...entries.sort()].join("\n");
}

const sorted = (fields: readonly string[]): string => [...fields].sort().join(" ");

/** What was answered, ids replaced by the names that a fixture has for them. */
export function shapeOf(response: TestResponse, names: ReadonlyMap<string, string>): Shape {
  const { body } = response;
  if (!Array.isArray(body)) return fieldsOf(body);
  const named = body.map((item, at) => [names.get(item.id) ?? `unnamed ${at}`, fieldsOf(item)]);
  return { list: Object.fromEntries(named) };
}

const fieldsOf = (body: object | undefined): string[] =>
  Object.entries(body ?? {}).map(([name, value]) => (value === null ? `${name}=null` : name));
