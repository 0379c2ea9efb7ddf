import { inTransaction, type Shelves } from "@polls/db";
import { foldAddress } from "@polls/domain/opt-ins";
import { countBounce } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { redactText } from "@polls/telemetry";
import { mailOfBounce } from "../delivery/address-message";
import { isNoMailbox } from "../delivery/mailbox-codes";
import { suppress } from "../mails";
import { decodeParts } from "./decode-parts";

/** A mail that failed permanently, or about which its recipient complained. */
interface Bounce {
  readonly kind: "failure" | "complaint";
  readonly mailId: bigint;
  /** The response of the other server, without addresses. */
  readonly problem: string;
  /**
   * Whether to send no more mails to the address, because its mailbox does not exist or its owner
   * complained.
   */
  readonly suppress: boolean;
}

/** The part of a return address that names the mail. It has a limited length, so that the search takes linear time. */
const tagged = /\+\d{1,19}-[0-9a-f]{20}@/gi;
const failed = /^Action:\s*failed\b/im;
const complaint = /^Feedback-Type:\s*(?:abuse|fraud|opt-out|opt-out-list)\s*$/im;
const status = /^Status:\s*(5\.\d{1,3}\.\d{1,3})/im;
const diagnostic = /^Diagnostic-Code:\s*(.+(?:\r?\n[ \t].+)*)/im;
const PROBLEM_MAX = 300;
const COMPLAINT = "the receiver complained about a mail";

/**
 * Reads a report of a failed delivery (RFC 3464) or of a complaint (RFC 5965). Undefined for
 * delays, automatic replies, and reports about mails of other senders.
 */
export function readBounce(message: string, keys: readonly string[]): Bounce | undefined {
  const source = decodeParts(message);
  const about = findMail(source, keys);
  if (about === undefined) return undefined;
  if (complaint.test(source)) {
    return { kind: "complaint", mailId: about, problem: COMPLAINT, suppress: true };
  }
  const code = status.exec(source)?.[1];
  if (code === undefined || !failed.test(source)) return undefined;
  const said = diagnostic.exec(source)?.[1] ?? "";
  const problem = redactText(`${code} ${said}`.replace(/\s+/g, " ").trim());
  const suppress = isNoMailbox(code);
  return { kind: "failure", mailId: about, problem: problem.slice(0, PROBLEM_MAX), suppress };
}

/**
 * The mail that a report is about, found by its return address. Undefined if this service did not
 * send it.
 */
function findMail(source: string, keys: readonly string[]): bigint | undefined {
  for (const [tag] of source.matchAll(tagged)) {
    const mailId = mailOfBounce(tag, keys);
    if (mailId !== undefined) return mailId;
  }
  return undefined;
}

/**
 * Records the report of a failed delivery or of a complaint (docs/reliability.md#bounces). Returns
 * false if the message is neither, or if the mail was deleted.
 */
export async function takeBounce(
  shelves: Pick<Shelves, "ofId">,
  source: string,
  keys: readonly string[],
  now: Date,
): Promise<boolean> {
  const bounce = readBounce(source, keys);
  if (bounce === undefined) return false;
  const { mailId: id, problem } = bounce;
  return inTransaction(await shelves.ofId(id), async (tx) => {
    const mail = await tx.prisma.mail.findUnique({
      where: { id },
      select: { address: true, state: true },
    });
    if (mail === null) return false;
    // A recipient can only complain about a mail that arrived.
    const state = bounce.kind === "failure" ? "bounced" : mail.state;
    await tx.prisma.mail.update({ where: { id }, data: { state, problem, settledAt: now } });
    if (state !== mail.state) await send(tx, countBounce, { mailId: String(id) });
    if (bounce.suppress) await suppress(tx, foldAddress(mail.address), problem, now);
    return true;
  });
}
