import { redactText } from "@polls/telemetry";

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

const aboutRecipient = /^RCPT TO/i;
const aboutContent = /^(?:DATA|BDAT|\.)/i;
const enhancedCodes = /\b5\.\d{1,3}\.\d{1,3}\b/g;
/** How servers without enhanced codes say that a mailbox does not exist. */
const mailboxCodes: ReadonlySet<number> = new Set([550, 551, 553]);
const saysNoMailbox =
  /unknown|no such|not exist|not found|no mailbox|gone|closed|disabled|invalid (?:recipient|mailbox|address|user)|moved/i;
/** The text of RFC 5321 for no mailbox, no access and policy alike. */
const saysUnavailable = /mailbox unavailable/i;
const saysLimit =
  /limit|quota|too many|\brate\b|throttl|later|block ?list|black ?list|dns ?bl|\b[prsx]bl\b|spamhaus|reputation/i;
/** What servers say about the sender of a mail and about its relay, also beside the code of a mailbox that does not exist. */
const saysUs =
  /relay|authenti|sender|sending|mail from|client|helo|your (?:account|domain|host|ip|network|server)|blocked|banned|\bgr[ae]y-?list|verif|polic|access denied|service unavailable|temporar|try again|\b(?:spf|dkim|dmarc|ptr)\b|reverse dns|ipv6/i;
/** Beside a code, the host is that of the recipient. */
const saysHost = /host/i;
/** Where a server looked for the recipient, such as `in relay recipient table`. */
const lookup = /\bin (?:the )?(?:\w+ ){1,3}table\b/gi;
const saysContent =
  /spam|virus|malware|phish|content|unsolicited|message (?:size|too)|too (?:big|large)/i;
const saysSmtpUtf8 = /smtputf8|non-ascii|internationali[sz]ed/i;

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
  const lacksUtf8 = saysSmtpUtf8.test(said) || !isAscii(address);
  if (facts.code === "EENVELOPE" && code === 0) return lacksUtf8 ? noSmtpUtf8 : badAddress;
  if (code < 400) return ours;
  if (code < 500) return temporary;
  const codes = said.match(enhancedCodes) ?? [];
  const has = (pattern: RegExp): boolean => codes.some((each) => pattern.test(each));
  const ofRecipient = aboutRecipient.test(command);
  const ofContent = aboutContent.test(command);
  if (!ofRecipient && !ofContent) return ours;
  if (codes.some((each) => isNoMailbox(each, said))) return noMailbox;
  if (has(/^5\.6\.7$/)) return noSmtpUtf8;
  if (has(/^5\.1\.3$/)) return lacksUtf8 ? noSmtpUtf8 : badAddress;
  if (has(/^5\.2\.2$/)) return fullMailbox;
  if (ofContent) {
    if (has(/^5\.(?:3\.4|6\.\d+)$/)) return badContent;
    return saysContent.test(said) && !saysLimit.test(said) ? badContent : ours;
  }
  if (codes.length > 0 || isAboutUs(said) || saysHost.test(said)) return ours;
  if (!mailboxCodes.has(code)) return ours;
  if (saysNoMailbox.test(said)) return noMailbox;
  return saysUnavailable.test(said) ? badAddress : ours;
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/**
 * Whether an enhanced code (RFC 3463) and the words beside it say that there is no mailbox. 5.1.3 does not: relays refuse
 * valid addresses so. Words about this service win: block lists, limits and greylisting use these codes too.
 */
export const isNoMailbox = (code: string, said: string): boolean =>
  /^5\.(?:1\.(?:1|2|6|10)|2\.1)$/.test(code) && !isAboutUs(said) && !saysContent.test(said);

/** Addresses, and where the server looked for the recipient, say nothing about this service. */
function isAboutUs(said: string): boolean {
  const words = problemText(said).replace(lookup, "");
  return saysUs.test(words) || saysLimit.test(words);
}

const LENGTH_MAX = 300;

/** The response of a mail server as one line of limited length, without addresses. */
export const problemText = (said: string): string =>
  redactText(said.replace(/\s+/g, " ").trim()).slice(0, LENGTH_MAX);
