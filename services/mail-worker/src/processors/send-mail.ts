import { inTransaction } from "@polls/db";
import { domainOf, foldAddress } from "@polls/domain/opt-ins";
import type { Handler } from "@polls/jobs";
import { addressMessage } from "../delivery/address-message";
import { judgeFailure } from "../delivery/judge-failure";
import type { MailDeps } from "../deps";
import { compose } from "../letters/compose";
import { findQueued, isSuppressed, type QueuedMail, settle, suppress, withdraw } from "../mails";

/** A server that keeps saying "later" is asked for about a day (decisions 9); the outbox tries for 24 h. */
const GIVE_UP_MS = 23 * 3_600_000;

/**
 * Sends a mail. Killed between the server's yes and the record of it, it goes once more, under the same
 * `Message-ID` and with the same link (reliability S3).
 */
export const sendMail: Handler<{ mailId: string }, MailDeps> = async ({ mailId }, deps, run) => {
  const { db, pacer, mailer, clock } = deps;
  const mail = await findQueued(db, BigInt(mailId));
  if (mail === undefined) return;
  const address = foldAddress(mail.address);
  const end = (settlement: Parameters<typeof settle>[2]) =>
    settle(db, mail, settlement, clock(), run.done);
  if (await isSuppressed(db, address)) {
    return end({ state: "bounced", problem: "mail came back from this address before" });
  }
  const letter = await compose(deps, mail);
  if (letter === undefined) return withdraw(db, mail, run.done);
  const message = addressMessage(deps.settings, mail, letter);
  await pacer.turn(domainOf(address), run.signal);
  try {
    await mailer.deliver(message);
  } catch (error) {
    return judge(error, mail, address, deps, run.done);
  }
  await end({ state: "sent" });
};

async function judge(
  error: unknown,
  mail: QueuedMail,
  address: string,
  { db, clock }: MailDeps,
  done: Parameters<typeof settle>[4],
): Promise<void> {
  const verdict = judgeFailure(error);
  const now = clock();
  const inTime = now.getTime() - mail.createdAt.getTime() < GIVE_UP_MS;
  if (verdict.kind === "later" && inTime) {
    throw new Error(`the mail was not taken: ${verdict.problem}`);
  }
  if (verdict.suppress) {
    await inTransaction(db, (tx) => suppress(tx, address, verdict.problem, now));
  }
  await settle(db, mail, { state: "failed", problem: verdict.problem }, now, done);
}
