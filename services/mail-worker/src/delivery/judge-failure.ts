import { redactText } from "@polls/telemetry";
import { reasonsIn, says } from "./refusal-words";

/** The meaning of a failed delivery (docs/reference/mails.md#delivery). */
export interface MailFailure {
  /** `later`: the server may accept the same mail later. `refused`: it never will. */
  readonly kind: "later" | "refused";
  /** `us` is this service and its relay; null a temporary refusal, which is no fault. */
  readonly fault: "recipient" | "content" | "us" | null;
  /** Whether to send no more mails to the address. */
  readonly suppress: boolean;
  /** The response of the server, without addresses. */
  readonly problem: string;
}

interface SmtpFacts {
  readonly code?: unknown;
  /** The refused command; `CONN` or `API` if there is none. */
  readonly command?: unknown;
  readonly responseCode?: unknown;
  readonly response?: unknown;
  readonly message?: unknown;
}

type Verdict = Omit<MailFailure, "problem">;

const noMailbox: Verdict = { kind: "refused", fault: "recipient", suppress: true };
const badAddress: Verdict = { kind: "refused", fault: "recipient", suppress: false };
const fullMailbox: Verdict = { kind: "later", fault: "recipient", suppress: false };
const badContent: Verdict = { kind: "refused", fault: "content", suppress: false };
const noSmtpUtf8: Verdict = { kind: "refused", fault: "us", suppress: false };
/** Also the verdict on refusals that have no other: operators see them, and the mail is tried for a day. */
const ours: Verdict = { kind: "later", fault: "us", suppress: false };
const temporary: Verdict = { kind: "later", fault: null, suppress: false };

const aboutSender = /^MAIL FROM/i;
const aboutRecipient = /^RCPT TO/i;
const aboutContent = /^(?:DATA|BDAT|\.)/i;
const enhancedCodes = /\b5\.\d{1,3}\.\d{1,3}\b/g;
/** No such mailbox (RFC 3463). Not 5.1.3: relays refuse valid addresses so. */
const ofNoMailbox = /^5\.(?:1\.(?:1|2|6|10)|2\.1)$/;
const ofSize = /^5\.(?:2\.3|3\.4)$/;
/** Codes that tell no reason. */
const vague = /^5\.[0125]\.0$/;
/** The code of all policies, also used for users that are unknown. */
const POLICY = "5.7.1";
/** Replies without an enhanced code that are no protocol errors stand for this code. */
const FIRST_OF_MAILBOXES = 550;
const NO_CODE = "5.0.0";

/**
 * Classifies an error of a delivery: only a 5xx that is clearly about the recipient or the content is
 * permanent. If the connection breaks after the content was sent, the mail may have been delivered:
 * it is retried with the same `Message-ID`.
 */
export function judgeFailure(error: unknown, address: string): MailFailure {
  const facts = (typeof error === "object" && error !== null ? error : {}) as SmtpFacts;
  const said = String(facts.response ?? facts.message ?? error);
  return { ...verdictOn(facts, said, address), problem: problemText(said) };
}

function verdictOn(facts: SmtpFacts, said: string, address: string): Verdict {
  const command = typeof facts.command === "string" ? facts.command : "";
  const code = typeof facts.responseCode === "number" ? facts.responseCode : 0;
  const words = reasonsIn(said);
  const lacksUtf8 = says.smtpUtf8.test(words) || !isAscii(address);
  if (facts.code === "EENVELOPE" && code === 0) return lacksUtf8 ? noSmtpUtf8 : badAddress;
  if (code < 400) return ours;
  if (code < 500) return temporary;
  const codes = words.match(enhancedCodes) ?? (code < FIRST_OF_MAILBOXES ? [] : [NO_CODE]);
  const has = (pattern: RegExp): boolean => codes.some((each) => pattern.test(each));
  const ofRecipient = aboutRecipient.test(command);
  const ofContent = aboutContent.test(command);
  const isTooLarge =
    has(ofSize) || (says.tooLarge.test(words) && !says.ofMailbox.test(words) && !has(/^5\.1\./));
  if (aboutSender.test(command)) return isTooLarge ? badContent : ours;
  if (!ofRecipient && !ofContent) return ours;
  if (isNoMailbox(codes, words)) return noMailbox;
  if (isTooLarge) return badContent;
  if (has(/^5\.6\.7$/)) return noSmtpUtf8;
  if (has(/^5\.1\.3$/)) return lacksUtf8 ? noSmtpUtf8 : badAddress;
  if (has(/^5\.2\.2$/)) return fullMailbox;
  if (ofContent) {
    if (has(/^5\.6\.\d+$/)) return badContent;
    return says.content.test(words) && !says.limit.test(words) ? badContent : ours;
  }
  if (has(/^5\.4\.1$/) && says.notInDirectory.test(words)) return badAddress;
  return has(vague) && says.unavailable.test(words) && !isAboutUs(words) ? badAddress : ours;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/**
 * Whether enhanced codes (RFC 3463) and the words beside them say that there is no mailbox. Words about this service win:
 * block lists, limits and greylisting use the codes of mailboxes too.
 */
export function isNoMailbox(codes: readonly string[], said: string): boolean {
  const words = reasonsIn(said);
  if (isAboutUs(words)) return false;
  const isUnknown = says.noMailbox.test(words);
  const isSaid = isUnknown || says.closedMailbox.test(words);
  const isAboutContent = says.content.test(words);
  if (codes.some((code) => ofNoMailbox.test(code))) return isSaid || !isAboutContent;
  if (isAboutContent || says.host.test(words)) return false;
  return codes.some((code) => (vague.test(code) ? isSaid : code === POLICY && isUnknown));
}

const isAboutUs = (words: string): boolean => says.us.test(words) || says.limit.test(words);

const LENGTH_MAX = 300;

/** The response of a mail server as one line of limited length, without addresses. */
export const problemText = (said: string): string =>
  redactText(said.replace(/\s+/g, " ").trim()).slice(0, LENGTH_MAX);
