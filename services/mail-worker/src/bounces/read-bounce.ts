import { redactText } from "@polls/telemetry";
import { mailOfBounce } from "../delivery/address-message";

/** A mail of ours that came back for good. */
export interface Bounce {
  readonly mailId: bigint;
  /** What the other server said, without addresses. */
  readonly problem: string;
  /** There is no such mailbox: nothing more must go there. */
  readonly suppress: boolean;
}

const tagged = /[^\s<>"',;:]+\+\d{1,19}-[0-9a-f]{20}@[^\s<>"',;:]+/gi;
const failed = /^Action:\s*failed\b/im;
const status = /^Status:\s*(5\.\d{1,3}\.\d{1,3})/im;
const diagnostic = /^Diagnostic-Code:\s*(.+(?:\r?\n[ \t].+)*)/im;
const PROBLEM_MAX = 300;

/** Mailboxes that do not exist, have moved or are switched off (RFC 3463). */
const noMailbox = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/;

/**
 * Reads a report of a failed delivery (RFC 3464) that came to the bounce address. Undefined for everything
 * else: delays, automatic replies, and reports about mails that we did not send, as nobody else can make
 * the tag of the address up.
 */
export function readBounce(source: string, key: string): Bounce | undefined {
  const code = status.exec(source)?.[1];
  if (code === undefined || !failed.test(source)) return undefined;
  for (const [address] of source.matchAll(tagged)) {
    const mailId = mailOfBounce(address, key);
    if (mailId === undefined) continue;
    const said = diagnostic.exec(source)?.[1] ?? "";
    const problem = redactText(`${code} ${said}`.replace(/\s+/g, " ").trim());
    return { mailId, problem: problem.slice(0, PROBLEM_MAX), suppress: noMailbox.test(code) };
  }
  return undefined;
}
