import type { Db } from "@polls/db";

/** An `--option` of a command. */
export interface CommandOption {
  /** Placeholder of the value in the help, such as `ADDRESS`; absent: a flag, which is given or not. */
  readonly value?: string;
  readonly description: string;
  readonly required?: boolean;
  /** Allowed values; undefined: any. */
  readonly oneOf?: readonly string[];
}

type CommandOptions = Readonly<Record<string, CommandOption>>;

type ValueOf<Option extends CommandOption> = Option extends { readonly value: string }
  ? Option extends { readonly required: true }
    ? string
    : string | undefined
  : boolean;

/** The values of a command's options; required ones are present. */
export type CommandValues<O extends CommandOptions> = {
  readonly [Name in keyof O]: ValueOf<O[Name]>;
};

/** A command without the types of its options. */
export interface Command {
  /** Words, such as a noun and a verb. */
  readonly name: string;
  readonly summary: string;
  readonly options: CommandOptions;
  /** The option whose value may follow the name of the command alone. */
  readonly argument?: string;
  /** Returns the value to print as JSON, or what is `Printed` as it is; undefined prints nothing. */
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

/** What a command prints, in place of JSON, and its exit code. */
export class Printed {
  constructor(
    readonly text: string,
    readonly code: 0 | 1 = 0,
  ) {}
}

/** A wrong command line; its message is printed without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What keeps a command from its work; its message is printed without a stack. */
export class CommandFailure extends Error {
  override readonly name = "CommandFailure";
}
