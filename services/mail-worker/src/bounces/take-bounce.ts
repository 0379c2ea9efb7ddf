import { type Db, inTransaction } from "@polls/db";
import { foldAddress } from "@polls/domain/opt-ins";
import { redactText } from "@polls/telemetry";
import { mailOfBounce } from "../delivery/address-message";
import { suppress } from "../mails";

/** A mail that failed for good. */
interface Bounce {
  readonly mailId: bigint;
  /** The answer of the other server, without addresses. */
  readonly problem: string;
  /** Whether the address must get no more mails: its mailbox does not exist. */
  readonly suppress: boolean;
}

const tagged = /[^\s<>"',;:]+\+\d{1,19}-[0-9a-f]{20}@[^\s<>"',;:]+/gi;
const failed = /^Action:\s*failed\b/im;
const status = /^Status:\s*(5\.\d{1,3}\.\d{1,3})/im;
const diagnostic = /^Diagnostic-Code:\s*(.+(?:\r?\n[ \t].+)*)/im;
const PROBLEM_MAX = 300;

/** Mailboxes that do not exist, have moved or are disabled (RFC 3463). */
const noMailbox = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/**
 * Reads a report of a failed delivery (RFC 3464); undefined for delays, automatic replies, and reports
 * about mails that this service did not send.
 */
export function readBounce(source: string, keys: readonly string[]): Bounce | undefined {
  const code = status.exec(source)?.[1];
  if (code === undefined || !failed.test(source)) return undefined;
  for (const [address] of source.matchAll(tagged)) {
    const mailId = mailOfBounce(address, keys);
    if (mailId === undefined) continue;
    const said = diagnostic.exec(source)?.[1] ?? "";
    const problem = redactText(`${code} ${said}`.replace(/\s+/g, " ").trim());
    return { mailId, problem: problem.slice(0, PROBLEM_MAX), suppress: noMailbox.test(code) };
  }
  return undefined;
}

/** Records the report of a failed delivery (docs/reliability.md#bounces); false: the message is none. */
export async function takeBounce(
  db: Db,
  source: string,
  keys: readonly string[],
  now: Date,
): Promise<boolean> {
  const bounce = readBounce(source, keys);
  if (bounce === undefined) return false;
  const { mailId: id, problem } = bounce;
  await inTransaction(db, async (tx) => {
    const mail = await tx.prisma.mail.findUnique({ where: { id }, select: { address: true } });
    if (mail === null) return;
    await tx.prisma.mail.update({
      where: { id },
      data: { state: "bounced", problem, settledAt: now },
    });
    if (bounce.suppress) await suppress(tx, foldAddress(mail.address), problem, now);
  });
  return true;
}
