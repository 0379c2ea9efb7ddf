import { inTransaction } from "@polls/db/sql";
import { domainOf, foldAddress } from "@polls/domain/opt-ins";
import type { Handler, JobRun } from "@polls/jobs";
import { addressMessage } from "../delivery/address-message";
import { judgeFailure } from "../delivery/judge-failure";
import type { MailDeps } from "../deps";
import {
  closeDigest,
  findQueued,
  isSuppressed,
  type MailRow,
  recordRefusal,
  settle,
  suppress,
  withdraw,
} from "../mails";
import { writeMail } from "../templates/index";

/**
 * Sends a mail. If the process dies or the database goes away after the server accepted it and before
 * the row is updated, it is sent again, with the same `Message-ID` and link; others that wait are not
 * sent meanwhile (docs/reliability.md#mail-server-failures).
 */
export const sendMail: Handler<{ mailId: string }, MailDeps> = async ({ mailId }, deps, run) => {
  const { db, pacer, mailer, clock } = deps;
  const queued = await findQueued(db, BigInt(mailId));
  const mail = queued && (await closeDigest(deps, queued));
  if (mail === undefined) return;
  const address = foldAddress(mail.address);
  const end = (outcome: Parameters<typeof settle>[2]) =>
    settle(deps, mail, outcome, clock(), run.done);
  if (await isSuppressed(db, address)) {
    return end({ state: "bounced", problem: "mail came back from this address before" });
  }
  const content = await writeMail(deps, mail);
  if (content === undefined) return withdraw(deps, mail, run.done);
  if (content === "withheld") {
    return end({ state: "withheld", problem: "the address gets no invitations" });
  }
  const message = addressMessage(deps.settings, mail, content);
  await pacer.wait(domainOf(address), run.signal);
  await mailer.inTurn(async () => {
    run.signal.throwIfAborted();
    // It has waited. Without the database, the mail would be sent and not marked, so sent again.
    if ((await findQueued(db, mail.id)) === undefined) return;
    try {
      await mailer.deliver(message);
    } catch (error) {
      return endFailed(error, mail, address, deps, run);
    }
    await end({ state: "sent" });
  });
};

/** A mail that the server keeps deferring fails in the last run, so that its row tells why. */
async function endFailed(
  error: unknown,
  mail: MailRow,
  address: string,
  deps: MailDeps,
  run: Pick<JobRun, "done" | "isLast">,
): Promise<void> {
  const { db, clock } = deps;
  const { kind, suppress: isGone, ...refusal } = judgeFailure(error, mail.address);
  if (kind === "later" && !run.isLast) {
    await recordRefusal(db, mail, refusal);
    throw new Error(`the mail was not taken: ${refusal.problem}`);
  }
  const now = clock();
  if (isGone) await inTransaction(db, (tx) => suppress(tx, address, refusal.problem, now));
  await settle(deps, mail, { state: "failed", ...refusal }, now, run.done);
}

/** Counts a mail that bounced after it was sent, unless it was deleted. */
export async function countBounce(
  { mailId }: { readonly mailId: string },
  { db, metrics }: Pick<MailDeps, "db" | "metrics">,
): Promise<void> {
  const where = { id: BigInt(mailId) };
  const mail = await db.prisma.mail.findUnique({ where, select: { kind: true } });
  if (mail !== null) metrics.count("mails_settled_total", { kind: mail.kind, state: "bounced" });
}
