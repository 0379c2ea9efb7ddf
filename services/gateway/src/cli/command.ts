import type { Db } from "@polls/db";

/** An `--option` of a command; every option has a value. */
export interface CommandOption {
  /** Placeholder of the value in the help, such as `ADDRESS`. */
  readonly value: string;
  readonly description: string;
  readonly required?: boolean;
  /** Allowed values; undefined: any. */
  readonly oneOf?: readonly string[];
}

type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The values of a command's options; required ones are present. */
export type CommandValues<O extends CommandOptions> = {
  readonly [Name in keyof O]: O[Name] extends { readonly required: true }
    ? string
    : string | undefined;
};

/** A command without the types of its options. */
export interface Command {
  /** A noun and a verb. */
  readonly name: string;
  readonly summary: string;
  readonly options: CommandOptions;
  /** Returns the value to print as JSON; undefined prints nothing. */
  readonly run: (db: Db, values: Readonly<Record<string, string | undefined>>) => Promise<unknown>;
}

export const command = <const O extends CommandOptions>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly options: O;
  readonly run: (db: Db, values: CommandValues<O>) => Promise<unknown>;
}): Command => definition as unknown as Command;

/** A wrong command line; its message is printed without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
