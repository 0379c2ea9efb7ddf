import type { OptInRequestFacts } from "@polls/db/participants";
import { describeVote, type OptInDecision } from "@polls/domain/opt-ins";
import { translateOption } from "@polls/domain/options";
import { isSignUpList, type Poll } from "@polls/domain/polls";
import { momentInZone } from "@polls/domain/time";
import { type Html, html, type Language, userText, voteWordsIn } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { Words } from "../../pages/languages/en";
import { nameForParticipants } from "../../pages/languages/name-for-participants";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage, paragraphs, pollParts, titledPart } from "../../pages/parts";
import type { Confirmation } from "./confirm-opt-in";
import type { OptInView } from "./look-at-opt-in";
import type { Dropped, NamedOfVote, Released } from "./release-held-votes";

/** The request has changed since the page showed it, or the other requests were denied. */
export type OptInNotice = "changed" | "denied";

export interface OptInPageContext {
  readonly language: Language;
  /** The path of the page. The buttons post to paths below it. */
  readonly path: string;
  /** The result of the last button, shown above the requests. */
  readonly notice?: OptInNotice | undefined;
  /** The key of the visitor's network. Requests with this key came from the same network. */
  readonly ownRequesterKey: (poll: Poll) => Uint8Array;
  readonly addressOf: (poll: Poll) => string;
  /** The page where the participant pays the participation fee, if it is open. */
  readonly feeUrl?: string | undefined;
}

export function optInPage(
  result: OptInView | Exclude<Confirmation, { readonly kind: "changed" }>,
  context: OptInPageContext,
): HtmlPage {
  const { language, addressOf, feeUrl, notice } = context;
  if (result.kind === "unknown") {
    const { unknown } = wordsIn(language).optIn;
    return deadLinkPage(404, language, unknown, ...paragraphs(unknown.gone));
  }
  const { poll } = result;
  const words = optInWords(poll, language);
  const frame = { language, context: userText(poll.title), ...pollParts(poll) };
  const toPoll = html`<p><a class="button quiet" href="${addressOf(poll)}">${words.toPoll}</a></p>`;
  switch (result.kind) {
    case "confirm":
      return {
        ...frame,
        status: notice === "changed" ? 409 : 200,
        ...(!hasOwnZone(poll) && { localTimes: true }),
        ...confirmPart(result, context),
      };
    case "confirmed":
      return {
        ...frame,
        status: 200,
        ...confirmedPart(
          result,
          { words, nameOf: namesIn(poll, language), language },
          feePart(feeUrl, words),
          toPoll,
        ),
      };
    case "address_confirmed": {
      const said = words.address.confirmed;
      return { ...frame, status: 200, icon: "good", ...titledPart(said, toPoll) };
    }
    case "already":
      return {
        ...frame,
        status: 200,
        icon: "good",
        ...titledPart(words.already, ...feePart(feeUrl, words), toPoll),
      };
    default: {
      if (result.kind === "denied" && notice === "denied") {
        return { ...frame, status: 200, icon: "good", ...titledPart(words.denied, toPoll) };
      }
      const { status, key, withLink } = unconfirmable[result.kind];
      const said = words[key];
      const more = "askAgain" in said ? paragraphs(said.askAgain) : [];
      const rest = withLink ? [...more, toPoll] : more;
      return { ...frame, status, icon: "warn", ...titledPart(said, ...rest) };
    }
  }
}

function optInWords(poll: Poll, language: Language): Words["optIn"] {
  const { optIn } = wordsIn(language);
  if (!isSignUpList(poll)) return optIn;
  const { confirm, confirmed, dropped } = optIn.signUps;
  return {
    ...optIn,
    confirm: { ...optIn.confirm, ...confirm },
    confirmed: { ...optIn.confirmed, ...confirmed },
    dropped: { ...optIn.dropped, ...dropped },
  };
}

/** Links that cannot confirm. The status is 410 if no later request can succeed. */
const unconfirmable = {
  denied: { status: 410, key: "denied", withLink: true },
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

type OpenRequests = Extract<OptInView, { readonly kind: "confirm" }>;

function confirmPart({ poll, optIn, requests }: OpenRequests, context: OptInPageContext) {
  const { language, path, notice } = context;
  const words = optInWords(poll, language);
  const areOfAddress = requests.every(({ takesPart }) => takesPart);
  const confirm = { ...words.confirm, ...(areOfAddress && words.address.confirm) };
  const several = requests.length > 1;
  const deny = new URLSearchParams(
    requests.map(({ participantPublicId }): [string, string] => [
      "participant",
      participantPublicId,
    ]),
  );
  return {
    title: several ? confirm.titleOfSeveral : confirm.title,
    content: [
      ...(notice === undefined ? [] : [html`<div class="note"><p>${confirm[notice]}</p></div>\n`]),
      ...paragraphs((several ? confirm.several : confirm.text)(optIn.email)),
      ...requests.map((request) => requestPart(request, poll, context)),
      html`<form method="post" action="${path}/deny?${deny.toString()}"><button type="submit" class="quiet">${several ? confirm.noneIsMine : confirm.notMe}</button></form>\n`,
      html`<p class="fine after">${confirm.notMeText}</p>`,
    ],
  };
}

/** Polls that choose no time zone have UTC, which says little to people. */
const hasOwnZone = ({ settings }: Poll): boolean => settings.timezone !== "UTC";

const NAME_MAX = 100;
const TEXT_MAX = 120;

function requestPart(request: OptInRequestFacts, poll: Poll, context: OptInPageContext): Html {
  const { language, path, ownRequesterKey } = context;
  const { confirm } = optInWords(poll, language);
  const { participantPublicId: participant, userName, requesterKey, fingerprint: shown } = request;
  const { takesPart } = request;
  const isOwn =
    requesterKey !== undefined && Buffer.compare(requesterKey, ownRequesterKey(poll)) === 0;
  const { timezone } = poll.settings;
  const { locale } = voteWordsIn(language);
  const moment = momentInZone(request.askedAt, timezone, locale);
  const when = hasOwnZone(poll)
    ? moment
    : html`<time datetime="${request.askedAt.toISOString()}" lang="${locale}">${moment}</time>`;
  const query = new URLSearchParams({ participant, shown });
  return html`<section class="asked">
<dl><dt>${confirm.name}</dt><dd>${userText(userName ?? "", NAME_MAX) || confirm.nameless}</dd>
<dt>${confirm.asked}</dt><dd>${when}${isOwn ? html`<br><span class="fine">${confirm.ownNetwork}</span>` : undefined}</dd>
${takesPart ? undefined : html`<dt>${confirm.votes}</dt><dd>${votesPart(request, poll, language)}</dd>`}</dl>
<form method="post" action="${path}?${query.toString()}"><button type="submit">${confirm.button}</button></form>
</section>
`;
}

function votesPart({ votes, voteCount }: OptInRequestFacts, poll: Poll, language: Language): Html {
  const { confirm } = optInWords(poll, language);
  if (voteCount === 0) return html`${confirm.noVotes}`;
  const lines = voteLines(votes, poll, language);
  const more = voteCount - votes.length;
  return html`<ul>${lines}${more > 0 ? html`<li>${confirm.more(more)}</li>` : undefined}</ul>`;
}

function voteLines(
  votes: OptInRequestFacts["votes"],
  poll: Poll,
  language: Language,
): readonly Html[] {
  const clean = (text: string) => userText(text, TEXT_MAX);
  const words = voteWordsIn(language);
  return votes
    .map((vote) => describeVote(vote, poll, words, clean))
    .map(({ option, value }) => html`<li>${option}: <strong>${value}</strong></li>`);
}

/** Votes only count after the fee is paid. */
const feePart = (url: string | undefined, { fee }: Words["optIn"]): Html[] =>
  url === undefined
    ? []
    : [...paragraphs(fee.text), html`<p><a class="button" href="${url}">${fee.pay}</a></p>\n`];

/** Names an option with those above it, as the list of votes to confirm does. */
const namesIn =
  (poll: Poll, language: Language) =>
  (lineage: readonly NamedOfVote[]): string =>
    lineage
      .map((option) =>
        nameForParticipants(
          translateOption(option, poll.settings.language),
          poll,
          language,
          voteWordsIn(language).locale,
        ),
      )
      .join(" – ");

interface Naming {
  readonly words: Words["optIn"];
  readonly nameOf: (lineage: readonly NamedOfVote[]) => string;
}

function confirmedPart(
  result: Extract<Confirmation, { kind: "confirmed" }>,
  { words, nameOf, language }: Naming & { readonly language: Language },
  fee: readonly Html[],
  toPoll: Html,
) {
  const { confirmed } = words;
  const { waits, released, personalUrl } = result;
  const { cast, toPay, dropped } = released;
  return {
    icon: "good" as const,
    title: confirmed.title,
    content: [
      ...paragraphs(confirmed.text),
      ...(waits ? paragraphs(confirmed.waits) : []),
      ...(cast.length > 0 && fee.length === 0
        ? [...paragraphs(confirmed.cast(cast.length)), castPart(result, language)]
        : []),
      ...fee,
      ...(toPay.length > 0 ? [toPayPart(toPay, { words, nameOf })] : []),
      ...(dropped.length > 0 ? [droppedPart(dropped, { words, nameOf })] : []),
      // In the browser of the mail, the poll itself would show no votes, and take them again.
      ...(personalUrl === undefined
        ? [...paragraphs(confirmed.safe), toPoll]
        : [html`<p><a class="button quiet" href="${personalUrl}">${confirmed.own}</a></p>`]),
    ],
  };
}

/** Names the votes that count now, as the page before did: the browser of the mail is often not that of the votes. */
function castPart(
  { poll, request, released }: Extract<Confirmation, { kind: "confirmed" }>,
  language: Language,
): Html {
  const { confirm } = optInWords(poll, language);
  const cast = new Set(released.cast);
  const votes = (request?.votes ?? []).filter(({ publicId }) => cast.has(publicId));
  const more = cast.size - votes.length;
  const name = userText(request?.userName ?? "", NAME_MAX);
  return html`<dl>${name === "" ? undefined : html`<dt>${confirm.name}</dt><dd>${name}</dd>\n`}<dt>${confirm.votes}</dt><dd><ul>${voteLines(votes, poll, language)}${more > 0 ? html`<li>${confirm.more(more)}</li>` : undefined}</ul></dd></dl>
`;
}

const toPayPart = (toPay: Released["toPay"], { words: { toPay: words }, nameOf }: Naming): Html =>
  html`<h2>${words.title}</h2>
<ul>${toPay.map(
    ({ options, url }) =>
      html`<li><a class="button" href="${url}">${words.pay(nameOf(options))}</a></li>`,
  )}</ul>
`;

function droppedPart(
  dropped: readonly Dropped[],
  { words: { dropped: words, reasons }, nameOf }: Naming,
): Html {
  const lines = dropped.map(({ options, voteDate, code }) => {
    const title = nameOf(options) + (voteDate ? words.day(voteDate) : "");
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
