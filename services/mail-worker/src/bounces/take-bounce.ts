import type { Shards } from "@polls/db/shards";
import { inTransaction } from "@polls/db/sql";
import { foldAddress, mailboxOf } from "@polls/domain/opt-ins";
import { countBounce } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import { mailOfBounce } from "../delivery/address-message";
import { isNoMailbox, problemText } from "../delivery/judge-failure";
import { suppress } from "../mails";

/** A mail that failed permanently, or about which its recipient complained. */
interface Bounce {
  readonly kind: "failure" | "complaint";
  readonly mailId: bigint;
  /** The response of the other server, without addresses. */
  readonly problem: string;
  /** Whether to mail the address no more: no mailbox, or its owner complained. */
  readonly suppress: boolean;
}

const failed = /^Action:\s*failed\b/im;
const complaint = /^Feedback-Type:\s*(?:abuse|fraud|opt-out|opt-out-list)\s*$/im;
const status = /^Status:\s*(5\.\d{1,3}\.\d{1,3})/im;
const diagnostic = /^Diagnostic-Code:\s*(.+(?:\r?\n[ \t].+)*)/im;
const COMPLAINT = "the receiver complained about a mail";

/**
 * Reads a report of a failure (RFC 3464) or complaint (RFC 5965). Undefined for delays, automatic
 * replies, and reports about mails of other senders.
 */
export function readBounce(message: string, keys: readonly string[]): Bounce | undefined {
  const source = decodeParts(message);
  // Its return address names the mail.
  const about = mailOfBounce(source, keys);
  if (about === undefined) return undefined;
  if (complaint.test(source)) {
    return { kind: "complaint", mailId: about, problem: COMPLAINT, suppress: true };
  }
  const code = status.exec(source)?.[1];
  if (code === undefined || !failed.test(source)) return undefined;
  const said = diagnostic.exec(source)?.[1] ?? "";
  const problem = problemText(`${code} ${said}`);
  return { kind: "failure", mailId: about, problem, suppress: isNoMailbox([code], said) };
}

/**
 * Records a bounce (docs/reliability.md#mail-server-failures). Returns false if the message is
 * none, or if the mail was deleted.
 */
export async function takeBounce(
  shards: Pick<Shards, "ofId">,
  source: string,
  keys: readonly string[],
  now: Date,
): Promise<boolean> {
  const bounce = readBounce(source, keys);
  if (bounce === undefined) return false;
  const { mailId: id, problem } = bounce;
  return inTransaction(await shards.ofId(id), async (tx) => {
    const mail = await tx.prisma.mail.findUnique({
      where: { id },
      select: { address: true, state: true },
    });
    if (mail === null) return false;
    // A recipient can only complain about a mail that arrived.
    const state = bounce.kind === "failure" ? "bounced" : mail.state;
    await tx.prisma.mail.update({ where: { id }, data: { state, problem, settledAt: now } });
    if (state !== mail.state) await send(tx, countBounce, { mailId: String(id) });
    if (bounce.suppress) {
      const listed = bounce.kind === "complaint" ? mailboxOf : foldAddress;
      await suppress(tx, listed(mail.address), problem, now);
    }
    return true;
  });
}

/** A line that begins a part of a message, or ends its parts. */
const boundary = /^--[^\s]/;

/** The fields of a header. Names are in lower case, and folded lines are joined. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let name = "";
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      fields.set(name, `${fields.get(name) ?? ""} ${line.trim()}`);
      continue;
    }
    const at = line.indexOf(":");
    if (at < 0) continue;
    name = line.slice(0, at).trim().toLowerCase();
    fields.set(name, line.slice(at + 1).trim());
  }
  return fields;
}

const decoders: Readonly<Record<string, (body: readonly string[]) => string>> = {
  base64: (body) => Buffer.from(body.join(""), "base64").toString("utf8"),
  "quoted-printable": (body) =>
    Buffer.from(
      body
        .join("\n")
        .replace(/=[ \t]*\n/g, "")
        .replace(/=([0-9A-Fa-f]{2})/g, (_, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        ),
      "latin1",
    ).toString("utf8"),
};

/** Decodes the parts of a message (RFC 2045), in a time proportional to its length. */
function decodeParts(source: string): string {
  const text: string[] = [];
  let header: string[] = [];
  let body: string[] = [];
  let isHeader = true;
  const endPart = () => {
    const fields = fieldsOf(header);
    const encoding = fields.get("content-transfer-encoding")?.toLowerCase() ?? "";
    const isReadable = /^(?:text|message)\//i.test(fields.get("content-type") ?? "text/plain");
    const decode = isReadable ? decoders[encoding] : undefined;
    text.push(...header, "", decode === undefined ? body.join("\n") : decode(body));
    header = [];
    body = [];
    isHeader = true;
  };
  for (const line of source.split(/\r?\n/)) {
    if (boundary.test(line)) {
      endPart();
      text.push(line);
    } else if (isHeader && line === "") isHeader = false;
    else if (isHeader) header.push(line);
    else body.push(line);
  }
  endPart();
  return text.join("\n");
}
