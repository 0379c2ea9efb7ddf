import type { PrismaTransaction } from "@polls/db";
import { z } from "zod";
import { emailAddress } from "../features/accounts/email-address";
import { Mistake } from "./command";

const shortText = z.string().trim().min(1).max(255);

/** A name of an account or organization; `Mistake` when it is empty or too long. */
export function readName(text: string): string {
  const reading = shortText.safeParse(text);
  if (!reading.success) throw new Mistake("--name must have 1 to 255 characters");
  return reading.data;
}

/** An address as accounts keep it; `Mistake`, which names the option, when it is none. */
export function readEmail(text: string, option: string): string {
  const reading = emailAddress.safeParse(text);
  if (!reading.success) throw new Mistake(`--${option} must be an e-mail address`);
  return reading.data;
}

/** The account of an address; `Mistake`, which names the option, when there is none. */
export async function findAccount(tx: PrismaTransaction, text: string, option: string) {
  const account = await tx.prisma.account.findUnique({ where: { email: readEmail(text, option) } });
  if (account === null) throw new Mistake(`--${option} is the address of no account`);
  return account;
}
