import { redactText } from "@polls/telemetry";

/** What a failed delivery means (decisions 9, reliability S1 to S3). */
export interface Verdict {
  /** `later`: the same mail may well be taken then. `refused`: it never will. */
  readonly kind: "later" | "refused";
  /** Nothing must go to this address any more. */
  readonly suppress: boolean;
  /** What the server said, without addresses. */
  readonly problem: string;
}

/** What nodemailer puts on its errors. */
interface SmtpFacts {
  readonly code?: unknown;
  /** The command that was refused; `CONN`, `API` where there was none. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

/** Commands about this mail; a refusal of others (greeting, login, TLS, sender) is ours to mend. */
const aboutRecipient = /^RCPT TO/i;
const aboutContent = /^(?:DATA|BDAT|\.)/i;
const noSuchMailbox = /\b5\.1\.(?:1|2|3|6|10)\b/;
const mailboxCodes: ReadonlySet<number> = new Set([550, 551, 553]);
/** 550 with one of these says that the mail, and not the address, is unwelcome. */
const aboutPolicy = /\b5\.7\.\d+\b/;
const PROBLEM_MAX = 300;

/**
 * Judges an error of a delivery. Only a 5xx about the recipient or the content is for good: a broken
 * connection after the content was sent may have been a delivery, and is tried again under the same
 * `Message-ID`.
 */
export function judgeFailure(error: unknown): Verdict {
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
