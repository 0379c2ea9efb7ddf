import type { OptInDecision } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { type Html, html } from "../../pages/html";
import { wordsIn } from "../../pages/languages";
import type { Words } from "../../pages/languages/en";
import type { Language } from "../../pages/languages/language";
import type { HtmlPage } from "../../pages/page-shell";
import type { Confirmation } from "./confirm-opt-in";
import type { OptInView } from "./look-at-opt-in";
import type { Dropped, Released } from "./release-held-votes";

export interface OptInPageContext {
  readonly language: Language;
  /** The public address of a poll. */
  readonly addressOf: (poll: Poll) => string;
  /** Where the participant pays the fee for taking part, while it is open. */
  readonly feeUrl?: string | undefined;
}

/** The page of a link, before or after its button was pressed. */
export function optInPage(
  result: OptInView | Confirmation,
  { language, addressOf, feeUrl }: OptInPageContext,
): HtmlPage {
  const words = wordsIn(language).optIn;
  if (result.kind === "unknown") {
    const { title, text, gone } = words.unknown;
    return { status: 404, language, title, icon: "warn", content: paragraphs(text, gone) };
  }
  const { poll } = result;
  const frame = { language, context: poll.title, imprint: imprintOf(poll) };
  const toPoll = html`<p><a href="${addressOf(poll)}">${words.toPoll}</a></p>`;
  switch (result.kind) {
    case "confirm":
      return { ...frame, status: 200, ...confirmForm(result, words) };
    case "confirmed":
      return {
        ...frame,
        status: 200,
        ...confirmedPart(result.released, words, feePart(feeUrl, words), toPoll),
      };
    case "already":
      return {
        ...frame,
        status: 200,
        icon: "good",
        ...part(words.already, ...feePart(feeUrl, words), toPoll),
      };
    default: {
      const { status, key, withLink } = dead[result.kind];
      const said = words[key];
      const more = "askAgain" in said ? paragraphs(said.askAgain) : [];
      const rest = withLink ? [...more, toPoll] : more;
      return { ...frame, status, icon: "warn", ...part(said, ...rest) };
    }
  }
}

/** Links that no longer confirm: 410, because no later request succeeds. */
const dead = {
  expired: { status: 410, key: "expired", withLink: true },
  ended: { status: 410, key: "ended", withLink: false },
  taken: { status: 409, key: "taken", withLink: true },
  closed: { status: 410, key: "closed", withLink: true },
} as const satisfies Readonly<
  Record<
    Exclude<OptInDecision, "confirm" | "already">,
    { readonly status: number; readonly key: keyof Words["optIn"]; readonly withLink: boolean }
  >
>;

const paragraphs = (...texts: readonly string[]): Html[] =>
  texts.map((text) => html`<p>${text}</p>\n`);

const part = (
  { title, text }: { readonly title: string; readonly text: string },
  ...rest: readonly Html[]
) => ({ title, content: [...paragraphs(text), ...rest] });

function confirmForm(
  { optIn, heldVotes }: Extract<OptInView, { readonly heldVotes: number }>,
  { confirm }: Words["optIn"],
) {
  return {
    title: confirm.title,
    content: [
      ...paragraphs(confirm.text(optIn.email)),
      ...(heldVotes > 0 ? paragraphs(confirm.held(heldVotes)) : []),
      html`<form method="post"><button type="submit">${confirm.button}</button></form>\n`,
      html`<p class="fine after">${confirm.notMe}</p>`,
    ],
  };
}

/** Votes count once the fee is paid. */
const feePart = (url: string | undefined, { fee }: Words["optIn"]): Html[] =>
  url === undefined
    ? []
    : [...paragraphs(fee.text), html`<p><a class="button" href="${url}">${fee.pay}</a></p>\n`];

function confirmedPart(
  { cast, toPay, dropped }: Released,
  words: Words["optIn"],
  fee: readonly Html[],
  toPoll: Html,
) {
  const { confirmed } = words;
  return {
    icon: "good" as const,
    title: confirmed.title,
    content: [
      ...paragraphs(confirmed.text),
      ...(cast > 0 && fee.length === 0 ? paragraphs(confirmed.cast(cast)) : []),
      ...fee,
      ...(toPay.length > 0 ? [toPayPart(toPay, words)] : []),
      ...(dropped.length > 0 ? [droppedPart(dropped, words)] : []),
      toPoll,
    ],
  };
}

const toPayPart = (toPay: Released["toPay"], { toPay: words, dropped }: Words["optIn"]): Html =>
  html`<h2>${words.title}</h2>
<ul>${toPay.map(
    ({ option, url }) =>
      html`<li><a href="${url}">${words.pay(option.content ?? dropped.nameless)}</a></li>`,
  )}</ul>
`;

function droppedPart(
  dropped: readonly Dropped[],
  { dropped: words, reasons }: Words["optIn"],
): Html {
  const lines = dropped.map(({ option, voteDate, code }) => {
    const title = (option?.content ?? words.nameless) + (voteDate ? words.day(voteDate) : "");
    return html`<li>${words.line(title, reasonFor(code, reasons))}</li>`;
  });
  return html`<div class="note"><h2>${words.title}</h2>
<p>${words.explanation}</p>
<ul>${lines}</ul></div>
`;
}

function reasonFor(code: string, reasons: Words["optIn"]["reasons"]): string {
  if (code.endsWith("_reached")) return reasons.limit;
  return Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : reasons.other;
}

const imprintOf = ({ settings }: Poll) => [
  [settings.publisher, settings.publisher_email].filter(Boolean).join(", ") || undefined,
  settings.publisher_info,
];
