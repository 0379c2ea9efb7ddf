import { randomBytes } from "node:crypto";
import { findCreatorAddress, mailTurn, openDigest, takeMails } from "@polls/db/mails";
import type { PrismaTransaction } from "@polls/db/sql";
import type { AccessLevel } from "@polls/domain/access";
import { type MailKind, mailKinds, startOfDay } from "@polls/domain/mails";
import { accountOfPoll, type Poll } from "@polls/domain/polls";
import { sendMail } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import type { MailSettings } from "../../stored-keys";

const kind = "new_options" satisfies MailKind;

/** Mails the creator, or adds to a mail that is still queued: the update locks its row. */
export async function notifyNewOptions(
  tx: PrismaTransaction,
  { poll, access, now }: { readonly poll: Poll; readonly access: AccessLevel; readonly now: Date },
  settings: MailSettings,
): Promise<void> {
  if (!poll.settings.notify_new_options || access === "admin") return;
  const address = await findCreatorAddress(tx, poll);
  const nonce = new Uint8Array(randomBytes(16));
  const digest = await openDigest(tx, { pollId: poll.id, address, nonce, now });
  if (digest?.inserted !== true) return;
  const { rank, delayMs } = mailKinds[kind];
  const day = await findDay(tx, settings, address, now);
  const where = { id: digest.id };
  if (day === undefined) {
    await tx.prisma.mail.update({ where, data: { state: "withheld", settledAt: now } });
    return;
  }
  // A mail has the date of the day on which it counts.
  if (day > now) await tx.prisma.mail.update({ where, data: { createdAt: day } });
  const waitMs = Math.max(delayMs, day.getTime() - now.getTime());
  // The count includes this digest.
  const { ahead, round } = await mailTurn(tx, accountOfPoll(poll), kind);
  await send(
    tx,
    sendMail,
    { mailId: String(digest.id) },
    { delayMs: waitMs, rank, round, ahead: ahead - 1 },
  );
}

/** A digest is withheld if no day within this time has quota left. */
const DAYS_MAX = 7;

/** The first day on which the address has quota left for a digest, which is counted there. */
async function findDay(
  tx: PrismaTransaction,
  { storedKeys, mailQuotas }: MailSettings,
  address: string,
  now: Date,
): Promise<Date | undefined> {
  const { quota } = mailKinds[kind];
  const key = storedKeys.addresses.signing;
  const budget = mailQuotas.ofAddress[quota];
  for (let days = 0; days < DAYS_MAX; days += 1) {
    const day = days === 0 ? now : startOfDay(now, days);
    const demand = { key, quota, addresses: [address], requesters: [], budget, day };
    const [fits] = await takeMails(tx, demand);
    if (fits === true) return day;
  }
  return undefined;
}
