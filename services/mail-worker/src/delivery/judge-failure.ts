import { isNoMailbox } from "./mailbox-codes";
import { problemText } from "./problem-text";

/** The meaning of a failed delivery (docs/reference/mails.md#delivery). */
export interface MailFailure {
  /**
   * `later` means that the server may accept the same mail later. `refused` means that it never
   * will.
   */
  readonly kind: "later" | "refused";
  /** Whether to send no more mails to the address. */
  readonly suppress: boolean;
  /** The response of the server, without addresses. */
  readonly problem: string;
}

/** The fields of nodemailer's errors. */
interface SmtpFacts {
  readonly code?: unknown;
  /** The refused command; `CONN` or `API` if there is none. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

/**
 * Commands about this mail. Operators must fix the refusal of any other command (greeting, login,
 * TLS, sender).
 */
const aboutRecipient = /^RCPT TO/i;
const aboutContent = /^(?:DATA|BDAT|\.)/i;
const mailboxCodes: ReadonlySet<number> = new Set([550, 551, 553]);
const enhancedCodes = /\b5\.\d{1,3}\.\d{1,3}\b/g;
/** How servers without enhanced codes say that a mailbox does not exist. */
const saysNoMailbox =
  /unknown|no such|not exist|not found|no mailbox|mailbox unavailable|gone|closed|disabled|invalid (?:recipient|mailbox|address|user)|moved/i;

/**
 * Classifies an error of a delivery. Only a 5xx about the recipient or the content is permanent. If
 * the connection breaks after the content was sent, the mail is retried with the same `Message-ID`,
 * because it may have been delivered.
 */
export function judgeFailure(error: unknown): MailFailure {
  const facts = (typeof error === "object" && error !== null ? error : {}) as SmtpFacts;
  const said = String(facts.response ?? facts.message ?? error);
  const problem = problemText(said);
  const command = typeof facts.command === "string" ? facts.command : "";
  const code = typeof facts.responseCode === "number" ? facts.responseCode : 0;
  const unusable = facts.code === "EENVELOPE" && code === 0;
  if (unusable) return { kind: "refused", suppress: false, problem };
  if (code < 500) return { kind: "later", suppress: false, problem };
  if (aboutRecipient.test(command)) {
    const codes = said.match(enhancedCodes);
    const suppress =
      codes?.some(isNoMailbox) ?? (mailboxCodes.has(code) && saysNoMailbox.test(said));
    return { kind: "refused", suppress, problem };
  }
  if (aboutContent.test(command)) return { kind: "refused", suppress: false, problem };
  return { kind: "later", suppress: false, problem };
}
