import type { PrismaQueryable } from "@polls/db/sql";
import { type Html, html, type Language } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { Words } from "../../pages/languages/en";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage, titledPart } from "../../pages/parts";
import type { ConnectedAccountRow } from "../payments/connected-account";

export type ConnectPageState =
  | "preparing"
  | "open"
  | "unfinished"
  | "checking"
  | "ready"
  | "restricted"
  | "payments_refused"
  | "refused"
  | "ended";

/** Where the visitor comes from: the page of the provider, an expired link, or elsewhere. */
export type ConnectVisit = "provider" | "expired" | undefined;

export interface ConnectView {
  readonly pageState: ConnectPageState;
  readonly linkUrl: string | undefined;
  readonly refusal: string | undefined;
}

/** A link that expires sooner is not shown any more. */
const SPARE_MS = 30_000;
/** After this time, the owner can retry. */
const PREPARING_MS = 30_000;

export const findByToken = async (
  { prisma }: PrismaQueryable,
  token: string,
): Promise<ConnectedAccountRow | undefined> =>
  (await prisma.connectedAccount.findUnique({ where: { token } })) ?? undefined;

export function connectView(row: ConnectedAccountRow, visit: ConnectVisit, now: Date): ConnectView {
  const { linkUrl, linkExpiresAt, linkAskedAt } = row;
  const isOpen =
    linkUrl !== null &&
    linkExpiresAt !== null &&
    linkExpiresAt.getTime() - now.getTime() > SPARE_MS &&
    visit !== "expired";
  const isAsked =
    linkUrl === null &&
    linkAskedAt !== null &&
    now.getTime() - linkAskedAt.getTime() < PREPARING_MS;
  const pageState = (): ConnectPageState => {
    if (row.endedAt !== null) return "ended";
    if (row.refusal !== null) return "payments_refused";
    if (row.state === "refused" || row.state === "ready") return row.state;
    if (visit === "provider") return "checking";
    if (isOpen) return "open";
    if (isAsked) return "preparing";
    return row.state === "restricted" ? "restricted" : "unfinished";
  };
  const state = pageState();
  return {
    pageState: state,
    linkUrl: state === "open" ? (linkUrl ?? undefined) : undefined,
    refusal: state === "payments_refused" ? (row.refusal ?? undefined) : undefined,
  };
}

const warns: readonly ConnectPageState[] = ["refused", "restricted", "payments_refused"];

/** The onboarding page in each of its states. Undefined: there is no connected account. */
export function connectPage(view: ConnectView | undefined, language: Language): HtmlPage {
  const words = wordsIn(language).connect;
  if (view === undefined) return deadLinkPage(404, language, words.unknown);
  const { pageState } = view;
  return {
    status: 200,
    language,
    ...titledPart(words[pageState], ...nextStep(view, words)),
    ...(pageState === "ready" ? { icon: "good" } : {}),
    ...(warns.includes(pageState) ? { icon: "warn" } : {}),
    ...(pageState === "preparing" || pageState === "checking" ? { autoRefresh: true } : {}),
  };
}

function nextStep(
  { pageState, linkUrl, refusal }: ConnectView,
  { button, again }: Words["connect"],
): readonly Html[] {
  if (linkUrl !== undefined) {
    return [html`<p><a class="button" href="${linkUrl}" rel="noreferrer">${button}</a></p>\n`];
  }
  if (refusal !== undefined) {
    return [
      html`<p>${refusal}</p>\n<form method="post" action="?"><button type="submit">${again}</button></form>\n`,
    ];
  }
  const asks = pageState === "unfinished" || pageState === "checking" || pageState === "restricted";
  // The form posts to the path without the query, which only describes where this visit came from.
  return asks
    ? [html`<form method="post" action="?"><button type="submit">${button}</button></form>\n`]
    : [];
}
