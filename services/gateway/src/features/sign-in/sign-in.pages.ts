import type { PathBelow } from "@polls/config";
import { inTransaction, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { isLinkToken, linkDigest } from "@polls/db/tokens";
import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { type TokenKind, tokenKinds } from "../../identity/token";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import { issueToken, requireUnblocked } from "../accounts/create-account";
import { startSession } from "../page-sessions/account-session";
import { keptReturnPath } from "../page-sessions/return-path";
import { endedLinkPage, unlessProvidersOnly } from "./ended-link-page";

interface OpenSignIn {
  readonly id: bigint;
  readonly accountId: bigint;
  readonly email: string;
  readonly returnPath: PathBelow | undefined;
}

/** Finds the account of a link that is not used or expired. */
async function findOpen(
  queryable: PrismaQueryable,
  token: string,
  now: Date,
): Promise<OpenSignIn | undefined> {
  if (!isLinkToken(token)) return undefined;
  const row = await queryable.prisma.signIn.findUnique({
    where: { tokenDigest: linkDigest(token), usedAt: null, expiresAt: { gt: now } },
    select: { id: true, accountId: true, returnPath: true, account: { select: { email: true } } },
  });
  // Prisma reads relations with a second query, and the account may be deleted between the two.
  if (row?.accountId == null || row.account === null) return undefined;
  const { id, accountId, account } = row;
  return { id, accountId, returnPath: keptReturnPath(row.returnPath), email: account.email };
}

const show: PageRoute["show"] = async (input, { db }) => {
  const { token = "" } = input.params;
  const open = await findOpen(db, token, input.now);
  if (open === undefined) return endedLinkPage(input);
  const { ask } = wordsIn(input.language).signIn;
  const button = (kind: TokenKind) =>
    html`<h2>${ask[kind].title}</h2>
<p>${ask[kind].text}</p>
<form method="post" action="${input.at(`/sign-in/${token}/${kind}`)}"><button type="submit">${ask[kind].button}</button></form>
`;
  return {
    status: 200,
    language: input.language,
    context: open.email,
    title: ask.title,
    tellsOrigin: true,
    content: [
      html`<p>${ask.text}</p>
<form method="post" action="${input.at(`/sign-in/${token}/session`)}"><button type="submit">${ask.button}</button></form>
`,
      html`<details class="after"><summary>${ask.tokens}</summary>
<p>${ask.tokensText}</p>
${tokenKinds.map(button)}</details>
`,
    ],
  };
};

/** Uses up a link and runs the work that it allows. Undefined if the link is used or expired. */
async function useLink<Result>(
  { params: { token = "" }, now }: PageInput,
  deps: Pick<Deps, "db" | "serviceState">,
  lead: (tx: PrismaTransaction, open: OpenSignIn) => Promise<Result>,
): Promise<Result | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const open = await findOpen(tx, token, now);
    if (open === undefined) return undefined;
    requireUnblocked(open.accountId, deps);
    const used = await tx.prisma.signIn.updateMany({
      where: { id: open.id, usedAt: null },
      data: { usedAt: now },
    });
    return used.count === 0 ? undefined : lead(tx, open);
  });
}

const signIn: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const { cookie, userAgent, now } = input;
  const done = await useLink(input, deps, async (tx, { accountId, returnPath }) => ({
    returnPath,
    cookie: await startSession(tx, { accountId, cookie, userAgent, now }, deps),
  }));
  if (done === undefined) return endedLinkPage(input);
  deps.authenticator.forget();
  return { kind: "redirect", path: input.at(done.returnPath ?? "/polls"), cookie: done.cookie };
};

const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const kind = tokenKinds.find((one) => one === input.params.kind);
  if (kind === undefined) return endedLinkPage(input);
  const issued = await useLink(input, deps, async (tx, open) => ({
    ...open,
    ...(await issueToken(tx, open.accountId, kind, input.now)),
  }));
  if (issued === undefined) return endedLinkPage(input);
  deps.authenticator.forget();
  const { done } = wordsIn(input.language).signIn;
  return {
    status: 200,
    language: input.language,
    context: issued.email,
    title: done[kind],
    icon: "good",
    content: [html`<p>${done.text}</p>`, html`<p><code>${issued.token}</code></p>`],
  };
};

const pages: readonly PageRoute[] = [
  { path: "/sign-in/:token", show },
  { path: "/sign-in/:token/session", show, submit: signIn, ownPageOnly: true },
  { path: "/sign-in/:token/:kind", show, submit, ownPageOnly: true },
];

/**
 * The page of a sign-in link. It signs the browser in, or issues a new token and shows it once,
 * because only digests of tokens are stored.
 */
export const signInPages: readonly PageRoute[] = pages.map(unlessProvidersOnly);
