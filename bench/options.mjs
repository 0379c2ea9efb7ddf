import { parseArgs } from "node:util";

/** The options of the command line: numbers, texts and switches, by their defaults. */
export function readOptions(defaults) {
  const options = Object.entries(defaults).map(([name, value]) => [
    name,
    { type: typeof value === "boolean" ? "boolean" : "string" },
  ]);
  const { values } = parseArgs({ options: Object.fromEntries(options) });
  const read = ([name, value]) =>
    typeof value === "number" ? Number(values[name] ?? value) : (values[name] ?? value);
  return Object.fromEntries(Object.entries(defaults).map((row) => [row[0], read(row)]));
}
