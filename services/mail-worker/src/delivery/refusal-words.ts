const anyOf = (...phrases: readonly string[]) => new RegExp(phrases.join("|"), "i");

/** What servers call a mailbox. */
const mailbox = String.raw`(?:user(?:name)?|recipient|addressee|mail ?box|account|address|alias|customer|person|local.part|empf\S{1,3}nger\w*|benutzer|teilnehmer|postfach|adresse|destinataire|utilisateur)`;
const kinds = "(?:or|illegal|local|virtual|active|e-?mail|rcpt)";
/** Up to six words of the same statement. */
const between = String.raw`(?:[^\w'’.;,]+[\w'’]+){0,6}?[^\w.;,]+`;
const auxiliaries = String.raw`(?:\W+(?:is|was|has|have|been|now|that|you|tried|to|reach))*\W+`;
/** No noun follows, which would be what is unknown: `recipient refused: unknown error`. */
const end = String.raw`(?! (?!(?:in|at|on|to|here|or|until)\b)\w)`;
const not = "(?:(?:do|does|did|could|was)?n['’]t|not)";

/** Words of refusals, by whose fault they tell (docs/reference/mails.md#delivery). */
export const says = {
  /** The recipient's: there is no such mailbox. */
  noMailbox: anyOf(
    `(?:unknown|invalid|non-?existent|no such|unbekannte[rs]?)(?: (?:${kinds}|${mailbox}))* ${mailbox}`,
    `${mailbox}${between}(?:unknown|invalide?|unbekannt|inconnue?)${end}`,
    `${mailbox}${between}${not} (?:exist|known|(?:be |been )?found|have an?(?: \\w+)? account|listed in)`,
    `${mailbox}${between}(?:no longer|existiert nicht|nicht (?:bekannt|gefunden|vorhanden))`,
    `not an? (?:known|active|existing|registered) ${mailbox}|not a valid (?:user|recipient|mailbox)`,
    "no (?:mail ?box|account) (?:here|by|with)|no one at this address|not our customer",
  ),
  /** The recipient's: the mailbox is no more. Beside the code of policies, it may be our own account at the relay. */
  closedMailbox: new RegExp(
    `${mailbox}${auxiliaries}(?:disabled|deactivated|discontinued|closed|deleted|terminated|gone|moved)`,
    "i",
  ),
  /** The recipient's, but there may be a mailbox: the text of RFC 5321, which also stands for policies, and others. */
  unavailable: anyOf(
    "mail ?box (?:is )?unavailable|unroute?able address|(?<!(?:sender|recipient) )address rejected",
    "(?:user|mail ?box) (?:is |has been )?(?:inactive|suspended|locked|frozen|not active|not accepting)",
  ),
  /** How Exchange Online refuses an address that is not in its directory, or not yet. */
  notInDirectory: /recipient address rejected: access denied/i,
  /** The content's: its size. */
  tooLarge: anyOf(
    "(?:message|e?-?mail)(?: file)? (?:size|length)|exceed\\w*(?: \\w+){0,4} size",
    "(?:message|e?-?mail)(?: file)?(?: is)? too (?:big|large|long)|nachricht(?: ist)? zu gro(?:ß|ss)",
  ),
  /** Of the mailbox, beside a size. */
  ofMailbox: /mail ?box|inbox|quota|storage|disk/i,
  content: anyOf(
    "spam|virus|malware|phish|content|unsolicited|attachment",
    "message too|too (?:big|large)|line (?:length|too long)",
  ),
  /** Ours: the sender of a mail, and its relay. */
  us: anyOf(
    "relay|rcpthosts|authenti|sender|sending|mail from|absender|client|helo|network",
    "your (?:\\w+ )?(?:account|domain|host|ip|network|server)|(?:ip|from|return) address|verif|polic|access denied|service unavailable",
    "blocked|banned|\\bgr[ae]y-?list|temporar|(?<!and )try again",
    "\\b(?:spf|dkim|dmarc|ptr)\\b|reverse dns|ipv6|resource record",
  ),
  limit: anyOf(
    "limit|quota|too many|too fast|quickly|\\brate\\b|throttl|later|reputation",
    "block ?list|black ?list|dns ?bl|\\b[prsx]bl\\b|spamhaus|spamcop|barracudacentral",
  ),
  smtpUtf8: /smtputf8|non-ascii|internationali[sz]ed/i,
  /** Our host, unless the code tells that it is the recipient's. */
  host: /(?<!\b(?:this|on) )\bhost/i,
} as const;

/** Block lists are named by their host alone. */
const ofBlockList = String.raw`(?!\S*(?:spamhaus|spamcop|barracudacentral|dnsbl))`;
/** What a server quotes or names, which tells nothing about the reason. */
const names: readonly RegExp[] = [
  /<[^<>\s]*>/g,
  /[^\s<>()[\]:;,"']+@[^\s<>()[\]:;,"']+/g,
  new RegExp(`${ofBlockList}\\bhttps?://\\S+`, "gi"),
  // In one case, unlike the words around a full stop without a space.
  new RegExp(`${ofBlockList}\\b(?:[\\w-]+\\.)+(?:[a-z]{2,24}|[A-Z]{2,24})(?![\\w-])`, "g"),
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
  /\brelay=\S*/gi,
  // Where it looked for the recipient, such as `in relay recipient table`.
  /\bin (?:the )?(?:\w+ ){1,3}table\b/gi,
];

/** Longer responses are cut, to limit the cost of matching. */
const LONGEST = 1_000;

/** The words of a response that may tell a reason: without addresses, links and names of hosts. */
export const reasonsIn = (said: string): string =>
  names
    .reduce((text, name) => text.replace(name, " "), said.slice(0, LONGEST))
    .replace(/\s+/g, " ")
    .trim();
