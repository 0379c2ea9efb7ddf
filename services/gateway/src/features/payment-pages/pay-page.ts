import { amountOf, formatAmount, type Payment } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { type Html, html, type Language, userText } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { Words } from "../../pages/languages/en";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage, paragraphs, pollParts, titledPart } from "../../pages/parts";
import type { PaymentView, PayPageState } from "../payments/look-at-payment";

export interface PayPageContext {
  readonly language: Language;
  readonly addressOf: (poll: Poll) => string;
  readonly isReturning: boolean;
}

export function payPage(view: PaymentView | undefined, context: PayPageContext): HtmlPage {
  const { language, addressOf } = context;
  const words = wordsIn(language).pay;
  if (view === undefined) return deadLinkPage(404, language, words.unknown);
  const { payment, poll } = view;
  const toPoll =
    poll === undefined
      ? []
      : [
          html`<p class="after"><a class="button quiet" href="${addressOf(poll)}">${words.toPoll}</a></p>\n`,
        ];
  return {
    status: 200,
    language,
    context: userText(payment.pollTitle),
    ...(poll && pollParts(poll)),
    ...stateOf(view, words, context, toPoll),
  };
}

type PayPagePart = Pick<HtmlPage, "title" | "content"> &
  Partial<Pick<HtmlPage, "icon" | "autoRefresh">>;

function stateOf(
  view: PaymentView,
  words: Words["pay"],
  { language, isReturning }: PayPageContext,
  toPoll: readonly Html[],
): PayPagePart {
  const { payment, poll, pageState, checkoutUrl } = view;
  const offer = [
    whatPart(payment, words, language),
    ...(poll === undefined ? [] : publisherPart(poll, words)),
  ];
  if (pageState === "ready") {
    if (isReturning) {
      const back = html`<p><a class="button quiet" href="?">${words.checking.back}</a></p>\n`;
      return { ...titledPart(words.checking, ...offer, back), autoRefresh: true };
    }
    return {
      title: words.ready.title,
      content: [
        ...offer,
        html`<p><a class="button" href="${checkoutUrl ?? ""}" rel="noreferrer">${words.ready.button}</a></p>\n`,
        html`<p class="fine">${words.ready.note}</p>\n`,
        ...toPoll,
      ],
    };
  }
  if (pageState === "preparing") {
    return { ...titledPart(words.preparing, ...offer), autoRefresh: true };
  }
  if (pageState === "again") {
    const retry = html`<form method="post"><button type="submit">${words.again.button}</button></form>\n`;
    return titledPart(words.again, ...offer, retry, ...toPoll);
  }
  if (pageState === "paid") {
    const content = [...paragraphs(paidText(view, words)), ...offer.slice(0, 1), ...toPoll];
    return { title: words.paid.title, icon: "good", content };
  }
  return {
    ...titledPart(words[pageState], ...offer.slice(0, 1), ...toPoll),
    ...(pageState === "processing" ? {} : { icon: "warn" }),
    // The account that gets the money may become ready.
    ...(pageState === "paused" ? { autoRefresh: true } : {}),
  };
}

function paidText(
  { payment: { kind, credited }, holdsVotes }: PaymentView,
  { paid }: Words["pay"],
): string {
  if (holdsVotes) return paid.held;
  if (kind === "votes") return paid.votes(credited);
  return kind === "voting_fee" || kind === "submission_fee" ? paid[kind] : paid.donation;
}

/** What is bought and its price, or the money. The facts come from our rows, never from the URL. */
function whatPart(payment: Payment, words: Words["pay"], language: Language): Html {
  const { kind, quantity, unitAmount, currency, subject, received, refunded } = payment;
  const what = kind === "votes" ? words.votes(quantity) : words.kinds[kind];
  const money = (minor: number) => formatAmount(minor, currency, language);
  const amount = received > 0 ? received : amountOf(payment);
  const total = amount === undefined ? choice(unitAmount, words, money) : money(amount);
  const each =
    quantity > 1 && unitAmount !== undefined ? ` (${words.what.each(money(unitAmount))})` : "";
  const line = subject === undefined ? what : `${what}: ${subject}`;
  const back =
    refunded > 0 ? html`<dt>${words.what.refunded}</dt><dd>${money(refunded)}</dd>` : undefined;
  return html`<dl><dt>${words.what.title}</dt><dd>${line}</dd><dt>${words.what.amount}</dt><dd><strong>${total}</strong>${each}</dd>${back}</dl>\n`;
}

const choice = (
  suggested: number | undefined,
  { yourChoice, suggestion }: Words["pay"],
  money: (minor: number) => string,
): string => (suggested === undefined ? yourChoice : suggestion(money(suggested)));

function publisherPart({ settings }: Poll, words: Words["pay"]): readonly Html[] {
  const { publisher } = settings;
  return [
    ...(publisher === undefined
      ? []
      : [html`<dl><dt>${words.from}</dt><dd>${publisher}</dd></dl>\n`]),
    ...longText(words.terms, settings.terms),
    ...longText(words.privacyPolicy, settings.privacy_policy),
  ];
}

const longText = (title: string, text: string | undefined): readonly Html[] =>
  text === undefined
    ? []
    : [
        html`<details><summary>${title}</summary>${text
          .split(/\n+/)
          .map((line) => html`<p>${line}</p>`)}</details>\n`,
      ];

export const waitsForProvider = (pageState: PayPageState): boolean =>
  pageState === "ready" || pageState === "processing";
