import type { PrismaQueryable } from "@polls/db";
import { type Html, html } from "../../pages/html";
import { wordsIn } from "../../pages/languages";
import type { Language } from "../../pages/languages/language";
import type { HtmlPage } from "../../pages/page-shell";
import type { ConnectedAccountRow } from "./connected-account";

/** The page of the onboarding of a connected account. */
export const connectUrl = (baseUrl: URL, token: string): string =>
  `${baseUrl.origin}/connect/${token}`;

/** The state of the page; exactly one applies. */
export type ConnectPageState =
  | "preparing"
  | "open"
  | "unfinished"
  | "checking"
  | "ready"
  | "restricted"
  | "refused"
  | "ended";

/** Where the visitor comes from: the provider's page, an expired link, or elsewhere. */
export type ConnectVisit = "provider" | "expired" | undefined;

export interface ConnectView {
  readonly pageState: ConnectPageState;
  readonly linkUrl: string | undefined;
}

/** A link that ends sooner is not offered any more. */
const SPARE_MS = 30_000;
/** After this, the owner is offered a retry. */
const PREPARING_MS = 30_000;

/** The row of a page; undefined: no connected account has this token. */
export const findByToken = async (
  { prisma }: PrismaQueryable,
  token: string,
): Promise<ConnectedAccountRow | undefined> =>
  (await prisma.connectedAccount.findUnique({ where: { token } })) ?? undefined;

/** What the page shows, from our own row only. */
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
    if (row.state === "refused" || row.state === "ready") return row.state;
    if (visit === "provider") return "checking";
    if (isOpen) return "open";
    if (isAsked) return "preparing";
    return row.state === "restricted" ? "restricted" : "unfinished";
  };
  const state = pageState();
  return { pageState: state, linkUrl: state === "open" ? (linkUrl ?? undefined) : undefined };
}

/** The page of the onboarding in each of its states; undefined: there is none. */
export function connectPage(view: ConnectView | undefined, language: Language): HtmlPage {
  const words = wordsIn(language).connect;
  if (view === undefined) {
    const { title, text } = words.unknown;
    return { status: 404, language, title, icon: "warn", content: [html`<p>${text}</p>`] };
  }
  const { pageState, linkUrl } = view;
  const { title, text } = words[pageState];
  return {
    status: 200,
    language,
    title,
    content: [html`<p>${text}</p>\n`, ...nextStep(pageState, linkUrl, words.button)],
    ...(pageState === "ready" ? { icon: "good" } : {}),
    ...(pageState === "refused" || pageState === "restricted" ? { icon: "warn" } : {}),
    ...(pageState === "preparing" || pageState === "checking" ? { autoRefresh: true } : {}),
  };
}

/** The link to the provider, or the button that asks for one. */
function nextStep(
  pageState: ConnectPageState,
  linkUrl: string | undefined,
  button: string,
): readonly Html[] {
  if (linkUrl !== undefined) {
    return [html`<p><a class="button" href="${linkUrl}" rel="noreferrer">${button}</a></p>\n`];
  }
  const asks = pageState === "unfinished" || pageState === "checking" || pageState === "restricted";
  // Without the query, which says where this visit came from.
  return asks
    ? [html`<form method="post" action="?"><button type="submit">${button}</button></form>\n`]
    : [];
}
