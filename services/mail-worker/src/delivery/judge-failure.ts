import { redactText } from "@polls/telemetry";

/** The meaning of a failed delivery (docs/reference/mails.md#delivery). */
export interface MailFailure {
  /** `later`: the server may take the same mail then. `refused`: it never will. */
  readonly kind: "later" | "refused";
  /** Whether the address must get no more mails. */
  readonly suppress: boolean;
  /** The answer of the server, without addresses. */
  readonly problem: string;
}

/** The fields of nodemailer's errors. */
interface SmtpFacts {
  readonly code?: unknown;
  /** The refused command; `CONN` or `API` without one. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

/**
 * Commands about this mail. A refusal of others (greeting, login, TLS, sender) is for operators to mend.
 */
const aboutRecipient = /^RCPT TO/i;
const aboutContent = /^(?:DATA|BDAT|\.)/i;
const noSuchMailbox = /\b5\.1\.(?:1|2|3|6|10)\b/;
const mailboxCodes: ReadonlySet<number> = new Set([550, 551, 553]);
/** 550 with one of these refuses the mail and not the address. */
const aboutPolicy = /\b5\.7\.\d+\b/;
const PROBLEM_MAX = 300;

/**
 * Classifies an error of a delivery. Only a 5xx about the recipient or the content is final. A connection
 * that broke after the content was sent is retried under the same `Message-ID`, as it may have delivered.
 */
export function judgeFailure(error: unknown): MailFailure {
  const facts = (typeof error === "object" && error !== null ? error : {}) as SmtpFacts;
  const said = String(facts.response ?? facts.message ?? error);
  const problem = redactText(said.replace(/\s+/g, " ").trim()).slice(0, PROBLEM_MAX);
  const command = typeof facts.command === "string" ? facts.command : "";
  const code = typeof facts.responseCode === "number" ? facts.responseCode : 0;
  const unusable = facts.code === "EENVELOPE" && code === 0;
  if (unusable) return { kind: "refused", suppress: false, problem };
  if (code < 500) return { kind: "later", suppress: false, problem };
  if (aboutRecipient.test(command)) {
    const suppress =
      noSuchMailbox.test(said) || (mailboxCodes.has(code) && !aboutPolicy.test(said));
    return { kind: "refused", suppress, problem };
  }
  if (aboutContent.test(command)) return { kind: "refused", suppress: false, problem };
  return { kind: "later", suppress: false, problem };
}
