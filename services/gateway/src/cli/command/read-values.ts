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

const moment = z.iso.datetime({ offset: true });

/** Reads a time, if one is given. Throws `UsageError`, which names the option. */
export function readMomentOption(text: string | undefined, option: string): Date | undefined {
  if (text === undefined) return undefined;
  const reading = moment.safeParse(text);
  if (!reading.success) throw new UsageError(`--${option} must be like 2030-01-31T12:00:00Z`);
  return new Date(reading.data);
}

/**
 * Reads an e-mail address in the form in which it is stored. Throws `UsageError`, which names the
 * option.
 */
export function readEmail(text: string, option: string): string {
  const reading = emailAddress.safeParse(text);
  if (!reading.success) throw new UsageError(`--${option} must be an e-mail address`);
  return reading.data;
}

/** Finds the account with an address. Throws `UsageError`, which names the option. */
export async function findAccount(tx: PrismaTransaction, text: string, option: string) {
  const account = await tx.prisma.account.findUnique({ where: { email: readEmail(text, option) } });
  if (account === null) throw new UsageError(`--${option} is not the address of an account`);
  return account;
}
