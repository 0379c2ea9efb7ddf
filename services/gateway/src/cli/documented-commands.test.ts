import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fromSource } from "@polls/devstack";
import { spawnSync } from "@polls/devstack/children";

const root = path.resolve(__dirname, "../../../..");

interface Usage {
  /** Each option with the placeholder of its value. Undefined for a flag. */
  readonly options: ReadonlyMap<string, string | undefined>;
  readonly required: readonly string[];
  /** The option whose value may be given without its name. */
  readonly argument: string | undefined;
}

/** The commands as `--help` prints them: `ops report close [--id] IDS [--reason TEXT]`. */
function readUsages(): ReadonlyMap<string, Usage> {
  const { stdout } = spawnSync(
    process.execPath,
    [...fromSource, path.join(__dirname, "main.ts"), "--help"],
    { encoding: "utf8" },
  );
  const lines = stdout.split("\n").filter((line) => /^[a-z][a-z -]+?(?= -| \[|$)/.test(line));
  return new Map(lines.map(readUsage));
}

function readUsage(line: string): [string, Usage] {
  const [name = ""] = /^[a-z]+(?: [a-z-]+)*?(?= --| \[|$)/.exec(line) ?? [];
  const options = new Map<string, string | undefined>();
  const required: string[] = [];
  let argument: string | undefined;
  const parts = / (\[?)\[--([a-z-]+)\] ([A-Z]+)| (\[?)--([a-z-]+)(?: ([A-Z]+))?/g;
  for (const part of line.slice(name.length).matchAll(parts)) {
    const [, mayLack = part[4], bare, value = part[6]] = part;
    const option = bare ?? part[5] ?? "";
    options.set(option, value);
    if (mayLack === "") required.push(option);
    if (bare !== undefined) argument = option;
  }
  return [name, { options, required, argument }];
}

const usages = readUsages();
const firstWords = [...new Set([...usages.keys()].map((name) => name.split(" ")[0]))].join("|");

/** How a command is started: in a checkout, in a container, or as other sentences name it. */
const starts = [
  `npm run (?:--silent )?(${firstWords}) -- `,
  `docker compose run --rm .*?operator (${firstWords}) `,
  `(${firstWords}) `,
].map((start) => new RegExp(`^${start}(.*)$`));

/** The commands of a document: the indented lines, and those in backticks, which may leave out options. */
function commandsIn(document: string): readonly (readonly [command: string, isLine: boolean])[] {
  const text = readFileSync(path.join(root, "docs", document), "utf8");
  const lines = [...text.matchAll(/^ {4}(\S.*)$/gm)].map(
    ([, line = ""]) => [line.replace(/\s+#.*$/, ""), true] as const,
  );
  const spans = [...text.replace(/^ {4}.*$/gm, "").matchAll(/`([^`\n]+)`/g)].map(
    ([, span = ""]) => [span, false] as const,
  );
  return [...lines, ...spans].flatMap(([code, isLine]) => {
    const found = starts.map((start) => start.exec(code)).find((match) => match !== null);
    return found ? [[`${found[1]} ${found[2]}`, isLine] as const] : [];
  });
}

/** What the help says against a documented command. Undefined: nothing. */
function problemOf(command: string, isLine: boolean): string | undefined {
  const words = [...command.matchAll(/"[^"]*"|[^\s[\]]+/g)].map(String);
  const sizes = [3, 2, 1].filter((size) => usages.has(words.slice(0, size).join(" ")));
  const [size] = sizes;
  const usage = usages.get(words.slice(0, size ?? 0).join(" "));
  if (size === undefined || usage === undefined) {
    const isGroup = [...usages.keys()].some((name) => name.startsWith(`${command} `));
    return isGroup && !isLine ? undefined : "no such command";
  }
  const given: string[] = [];
  const rest = words.slice(size);
  if (rest[0] !== undefined && !rest[0].startsWith("--")) {
    if (usage.argument === undefined) return `takes no ${rest[0]}`;
    given.push(usage.argument);
    rest.shift();
  }
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const option = word.slice(2);
    if (!word.startsWith("--") || !usage.options.has(option)) return `takes no ${word}`;
    given.push(option);
    const value = usage.options.get(option);
    if (value !== undefined && (rest[0] ?? "--").startsWith("--") && isLine) {
      return `--${option} needs ${value}`;
    }
    if (value === undefined) continue;
    const said = rest.shift();
    if (said !== undefined && /^[A-Z]{2,}$/.test(said) && said !== value) {
      return `--${option} is followed by ${value} in the help`;
    }
  }
  const missing = usage.required.filter((option) => !given.includes(option));
  return isLine && missing.length > 0 ? `needs --${missing.join(", --")}` : undefined;
}

const documents = readdirSync(path.join(root, "docs"), { recursive: true, encoding: "utf8" })
  // Decisions have the names of their time.
  .filter((name) => name.endsWith(".md") && !name.startsWith("adr/"));
const documented = documents.flatMap((document) =>
  commandsIn(document).map(([command, isLine]) => [document, command, isLine] as const),
);

test.each(["operators.md", "operations.md", "payments.md", "backup.md"])(
  "%s has commands",
  (document) => {
    expect(documented.filter(([name]) => name === document).length).toBeGreaterThan(3);
  },
);

test("the documents call each command and its options as the help does", () => {
  const problems = documented.flatMap(([document, command, isLine]) => {
    const problem = problemOf(command, isLine);
    return problem === undefined ? [] : [`${document}: ${command}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

test.each([
  ["ops payments show", true, "no such command"],
  ["ops payments list --id 7", true, "takes no --id"],
  ["ops outbox retry", true, "needs --id"],
  ["ops outbox retry --id", true, "--id needs IDS"],
  ["ops outbox retry --id ADDRESS", false, "--id is followed by IDS in the help"],
  ["ops outbox list 7", true, "takes no 7"],
  ["ops report close 12,15", true, undefined],
  ["ops outbox", false, undefined],
])("a document with %s is found", (command, isLine, problem) => {
  expect(problemOf(command, isLine)).toBe(problem);
});
