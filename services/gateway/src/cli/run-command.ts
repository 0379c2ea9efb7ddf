import { parseArgs } from "node:util";
import { type Db, isDatabaseUnavailable } from "@polls/db";
import { Invalid, Refusal } from "@polls/domain/refusals";
import { type Command, Mistake } from "./command";

/** 0: done; 1: refused, or the database is away; 2: typed wrongly. */
export type ExitCode = 0 | 1 | 2;

export interface Terminal {
  readonly print: (text: string) => void;
  readonly complain: (text: string) => void;
}

/** Runs what the words ask for; opens the database only for a command that is typed well. */
export async function runCommand(
  words: readonly string[],
  commands: readonly Command[],
  openDb: () => Db,
  terminal: Terminal,
): Promise<ExitCode> {
  if (words.includes("--help") || words.includes("-h") || words.length === 0) {
    terminal.print(helpFor(words, commands));
    return 0;
  }
  try {
    const { command, values } = readWords(words, commands);
    const db = openDb();
    try {
      const result = await command.run(db, values);
      if (result !== undefined) terminal.print(JSON.stringify(result, undefined, 2));
      return 0;
    } finally {
      await db.close();
    }
  } catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === undefined) throw error;
    terminal.complain(sentence);
    return error instanceof Mistake ? 2 : 1;
  }
}

/** The command that the words name and its options; `Mistake` when they do not fit. */
function readWords(
  words: readonly string[],
  commands: readonly Command[],
): {
  readonly command: Command;
  readonly values: Readonly<Record<string, string | undefined>>;
} {
  const name = words.slice(0, 2).join(" ");
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    throw new Mistake(`There is no command "${name}"; --help lists them all`);
  }
  const values = readOptions(command, words.slice(2));
  for (const [option, { required, oneOf }] of Object.entries(command.options)) {
    const value = values[option]?.trim();
    if (required === true && (value === undefined || value === "")) {
      throw new Mistake(`"${name}" needs --${option}`);
    }
    if (value !== undefined && oneOf !== undefined && !oneOf.includes(value)) {
      throw new Mistake(`--${option} must be one of ${oneOf.join(", ")}`);
    }
  }
  return { command, values };
}

function readOptions(command: Command, words: readonly string[]): Record<string, string> {
  const options = Object.fromEntries(
    Object.keys(command.options).map((name) => [name, { type: "string" as const }]),
  );
  try {
    return { ...parseArgs({ args: [...words], options, strict: true }).values } as Record<
      string,
      string
    >;
  } catch (error) {
    const [firstSentence] = (error as Error).message.split(". ");
    throw new Mistake(`${firstSentence}; --help shows what "${command.name}" takes`);
  }
}

function sentenceFor(error: unknown): string | undefined {
  if (error instanceof Mistake) return error.message;
  if (error instanceof Invalid) {
    return Object.entries(error.errors)
      .flatMap(([field, problems]) =>
        problems.map((problem) => (field === "base" ? problem : `${field} ${problem}`)),
      )
      .join("; ");
  }
  if (error instanceof Refusal) return error.message;
  if (isDatabaseUnavailable(error)) {
    return "The database does not answer; is the service running, or DATABASE_URL right?";
  }
  return undefined;
}

function helpFor(words: readonly string[], commands: readonly Command[]): string {
  const asked = words.filter((word) => !word.startsWith("-")).join(" ");
  const chosen = commands.filter(({ name }) => name.startsWith(asked));
  const shown = chosen.length > 0 ? chosen : commands;
  return shown.map(helpOf).join("\n\n");
}

function helpOf({ name, summary, options }: Command): string {
  const usage = Object.entries(options).map(([option, { value, required }]) =>
    required === true ? `--${option} ${value}` : `[--${option} ${value}]`,
  );
  const lines = Object.entries(options).map(
    ([option, { says, oneOf }]) =>
      `    --${option.padEnd(32)} ${says}${oneOf === undefined ? "" : ` (${oneOf.join(", ")})`}`,
  );
  return [`${[name, ...usage].join(" ")}`, `  ${summary}`, ...lines].join("\n");
}
