import type { PrismaTransaction } from "@polls/db/sql";
import { z } from "zod";
import { emailAddress } from "../../features/accounts/create-account";
import { UsageError } from "./command";

const shortText = z.string().trim().min(1).max(255);

/** Reads the name of an account or organization. Throws `UsageError` if it is empty or too long. */
export function readName(text: string): string {
  const reading = shortText.safeParse(text);
  if (!reading.success) throw new UsageError("--name must have 1 to 255 characters");
  return reading.data;
}

/** Reads a number, if one is given. Throws `UsageError` if it has another form. */
export function readNumber(text: string | undefined, form: RegExp, problem: string) {
  if (text !== undefined && !form.test(text)) throw new UsageError(problem);
  return text === undefined ? undefined : Number(text);
}

/** Reads a sentence, if one is given. Throws `UsageError` if it is empty or too long. */
export function readSentence(text: string | undefined, max: number, option: string) {
  const trimmed = text?.trim();
  if (trimmed === undefined || (trimmed !== "" && trimmed.length <= max)) return trimmed;
  throw new UsageError(`${option} must have 1 to ${max} characters`);
}

/** Reads an e-mail address in the form in which it is stored. Throws `UsageError`. */
export function readEmail(text: string, option: string): string {
  const reading = emailAddress.safeParse(text);
  if (!reading.success) throw new UsageError(`--${option} must be an e-mail address`);
  return reading.data;
}

/** Finds the account with an address. Throws `UsageError`. */
export async function findAccount(tx: PrismaTransaction, text: string, option: string) {
  const account = await tx.prisma.account.findUnique({ where: { email: readEmail(text, option) } });
  if (account === null) throw new UsageError(`--${option} is not the address of an account`);
  return account;
}
