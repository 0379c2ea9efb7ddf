import type { Db } from "@polls/db";

/** One `--option` of a command; every option takes a value. */
export interface CommandOption {
  /** What stands for the value in the help, for example `ADDRESS`. */
  readonly value: string;
  readonly says: string;
  readonly required?: boolean;
  /** The only values it takes. */
  readonly oneOf?: readonly string[];
}

type Options = Readonly<Record<string, CommandOption>>;

/** The values of a command's options: a required one is there. */
export type Values<O extends Options> = {
  readonly [Name in keyof O]: O[Name] extends { readonly required: true }
    ? string
    : string | undefined;
};

/** A command with the types of its options forgotten, as the command line sees it. */
export interface Command {
  /** Two words: a noun and what is done to it. */
  readonly name: string;
  readonly summary: string;
  readonly options: Options;
  /** What is printed, as JSON; `undefined` prints nothing. */
  readonly run: (db: Db, values: Readonly<Record<string, string | undefined>>) => Promise<unknown>;
}

export const command = <const O extends Options>(definition: {
  readonly name: string;
  readonly summary: string;
  readonly options: O;
  readonly run: (db: Db, values: Values<O>) => Promise<unknown>;
}): Command => definition as unknown as Command;

/** A mistake of whoever typed the command, told in one sentence without a stack. */
export class Mistake extends Error {
  override readonly name = "Mistake";
}
