import type { Db } from "@polls/db/connection";

/** An `--option` of a command. */
export interface CommandOption {
  /** Placeholder of the value in the help, such as `ADDRESS`. Absent for a flag. */
  readonly value?: string;
  readonly description: string;
  readonly required?: boolean;
  /** Allowed values. Undefined: any value. */
  readonly oneOf?: readonly string[];
}

type CommandOptions = Readonly<Record<string, CommandOption>>;

type ValueOf<Option extends CommandOption> = Option extends { readonly value: string }
  ? Option extends { readonly required: true }
    ? string
    : string | undefined
  : boolean;

/** The option values of a command. Required ones are always present. */
export type CommandValues<O extends CommandOptions> = {
  readonly [Name in keyof O]: ValueOf<O[Name]>;
};

/** A command without the types of its options. */
export interface Command {
  /** One or more words, such as a noun and a verb. */
  readonly name: string;
  readonly summary: string;
  readonly options: CommandOptions;
  /** The option whose value may be given without the option's name. */
  readonly argument?: string;
  /** Returns the value to print as JSON, or a `Printed`. Undefined prints nothing. */
  readonly run: (
    db: Db,
    values: Readonly<Record<string, string | boolean | undefined>>,
  ) => Promise<unknown>;
}

export const command = <const O extends CommandOptions>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly options: O;
  readonly argument?: keyof O & string;
  readonly run: (db: Db, values: CommandValues<O>) => Promise<unknown>;
}): Command => definition as unknown as Command;

/** What a command prints: a text as it is, or a value as JSON; and its exit code. */
export class Printed {
  constructor(
    readonly content: unknown,
    readonly code: 0 | 1 = 0,
  ) {}
}

/** A wrong command line. Its message is printed without a stack trace. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A reason why a command cannot do its work. Its message is printed without a stack trace. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}
