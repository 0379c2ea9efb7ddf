import { parseArgs } from "node:util";
import { type Db, isDatabaseUnavailable, isSchemaMissing } from "@polls/db/connection";
import { Invalid, Refusal } from "@polls/domain/refusals";
import { isStorageError } from "@polls/storage";
import { type Command, CommandFailure, Printed, UsageError } from "./command";

/** 0: done. 1: refused, failed, or no database. 2: wrong command line. */
export type CommandExitCode = 0 | 1 | 2;

export interface Terminal {
  readonly print: (text: string) => void;
  readonly printError: (text: string) => void;
}

/** Runs the command of the arguments. Opens the database only for a valid command line. */
export async function runCommand(
  args: readonly string[],
  commands: readonly Command[],
  openDb: () => Db,
  terminal: Terminal,
): Promise<CommandExitCode> {
  if (args.includes("--help") || args.includes("-h") || args.length === 0) {
    terminal.print(helpFor(args, commands));
    return 0;
  }
  try {
    const { command, values } = readArguments(args, commands);
    const db = openDb();
    try {
      const result = await command.run(db, values);
      const { content, code } = result instanceof Printed ? result : new Printed(result);
      if (typeof content === "string") terminal.print(content);
      else if (content !== undefined) terminal.print(JSON.stringify(content, undefined, 2));
      return code;
    } finally {
      await db.close();
    }
  } catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    terminal.printError(sentence);
    return error instanceof UsageError ? 2 : 1;
  }
}

type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

const MOST_WORDS = 3;

/** Reads the command and its option values. Throws `UsageError`. */
function readArguments(
  args: readonly string[],
  commands: readonly Command[],
): { readonly command: Command; readonly values: OptionValues } {
  const command = findCommand(args, commands);
  const { name } = command;
  const values = readOptions(command, args.slice(name.split(" ").length));
  for (const [option, { required, oneOf }] of Object.entries(command.options)) {
    const raw = values[option];
    const value = typeof raw === "string" ? raw.trim() : undefined;
    if (required === true && (value === undefined || value === "")) {
      throw new UsageError(`"${name}" needs ${nameOf(command, option)}`);
    }
    if (value !== undefined && oneOf !== undefined && !oneOf.includes(value)) {
      throw new UsageError(`--${option} must be one of ${oneOf.join(", ")}`);
    }
  }
  return { command, values };
}

/** Finds the command with the longest name that the arguments begin with. */
function findCommand(args: readonly string[], commands: readonly Command[]): Command {
  for (let words = MOST_WORDS; words > 0; words--) {
    const name = args.slice(0, words).join(" ");
    const command = commands.find((each) => each.name === name);
    if (command !== undefined) return command;
  }
  const option = args.findIndex((arg) => arg.startsWith("-"));
  const said = args.slice(0, Math.min(option === -1 ? MOST_WORDS : option, MOST_WORDS));
  const group = said.join(" ");
  const inGroup = commands.filter(({ name }) => name.startsWith(`${group} `));
  if (inGroup.length === 0) {
    throw new UsageError(`There is no command "${group}"; --help lists them all`);
  }
  const next = new Set(inGroup.map(({ name }) => name.slice(group.length + 1).split(" ")[0]));
  throw new UsageError(
    `"${group}" needs one of ${[...next].join(", ")}; --help shows what they take`,
  );
}

const nameOf = ({ argument, options }: Command, option: string): string =>
  option === argument ? (options[option]?.value ?? option) : `--${option}`;

function readOptions(command: Command, words: readonly string[]): OptionValues {
  const { argument } = command;
  const [first, ...others] = words;
  const args =
    argument !== undefined && first !== undefined && !first.startsWith("-")
      ? [`--${argument}=${first}`, ...others]
      : words;
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    return { ...parseArgs({ args: withValues(args, options), options, strict: true }).values };
  } catch (error) {
    const [firstSentence] = (error as Error).message.split(". ");
    throw new UsageError(`${firstSentence}; --help shows the options of "${command.name}"`);
  }
}

/** `parseArgs` reads a value with a leading hyphen as an option, unless it is joined by `=`. */
function withValues(
  args: readonly string[],
  options: Readonly<Record<string, { readonly type: "string" | "boolean" }>>,
): string[] {
  const isOption = (arg: string): boolean =>
    Object.keys(options).some((name) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  const isFlag = (arg: string): boolean => options[arg.slice(2)]?.type === "boolean";
  const joined: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [arg = "", next] = args.slice(at, at + 2);
    const takesNext =
      isOption(arg) &&
      !isFlag(arg) &&
      !arg.includes("=") &&
      next?.startsWith("-") === true &&
      !isOption(next);
    joined.push(takesNext ? `${arg}=${next}` : arg);
    if (takesNext) at++;
  }
  return joined;
}

/** The sentence that tells an error. Undefined for a defect. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof UsageError || error instanceof CommandFailure) return error.message;
  if (error instanceof Invalid) {
    return Object.entries(error.errors)
      .flatMap(([field, problems]) =>
        problems.map((problem) => (field === "base" ? problem : `${field} ${problem}`)),
      )
      .join("; ");
  }
  if (error instanceof Refusal || isStorageError(error)) return error.message;
  if (isDatabaseUnavailable(error)) {
    return "The database does not answer. Check DATABASE_URL and the database server";
  }
  if (isSchemaMissing(error)) {
    return "The database lacks tables or columns of this release. Run npm run db:migrate, or check DATABASE_URL";
  }
  return undefined;
}

/** How a command is called, for the first word of its name and the others. */
const callOf = ([script, ...others]: readonly string[]): string => {
  const words = others.join(" ");
  return `Call: npm run --silent ${script} -- ${words === "" ? "…" : `${words} …`}, or node services/gateway/dist/cli/main.js ${[script, words].join(" ").trim()} …
DATABASE_URL names the database; npm run takes that of \`npm start\` without it.
Exit code: 0 done, 1 refused, failed or no database, 2 wrong command line.`;
};

function helpFor(args: readonly string[], commands: readonly Command[]): string {
  const requested = args.filter((arg) => !arg.startsWith("-")).join(" ");
  const chosen = commands.filter(({ name }) => name.startsWith(requested));
  const shown = chosen.length > 0 ? chosen : commands;
  return `${shown.map(helpOf).join("\n\n")}\n\n${callOf(shown[0]?.name.split(" ") ?? [])}`;
}

function helpOf(command: Command): string {
  const { name, summary, options, argument } = command;
  const usage = Object.entries(options).map(([option, { value, required }]) => {
    const name = option === argument ? `[--${option}]` : `--${option}`;
    const shown = [name, value].filter(Boolean).join(" ");
    return required === true ? shown : `[${shown}]`;
  });
  const lines = Object.entries(options).map(
    ([option, { description, oneOf }]) =>
      `    ${`--${option}`.padEnd(34)} ${description}${oneOf === undefined ? "" : ` (${oneOf.join(", ")})`}`,
  );
  return [`${[name, ...usage].join(" ")}`, `  ${summary}`, ...lines].join("\n");
}
