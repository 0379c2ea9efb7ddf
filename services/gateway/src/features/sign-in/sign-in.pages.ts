import { inTransaction, isLinkToken, linkDigest, type PrismaQueryable } from "@polls/db";
import { html } from "../../pages/html";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { issueToken } from "../accounts/issue-token";
import { type TokenKind, tokenKinds } from "../accounts/token";

interface OpenSignIn {
  readonly id: bigint;
  readonly accountId: bigint;
  readonly email: string;
}

/** The account of an unused link that has not expired. */
async function findOpen(
  queryable: PrismaQueryable,
  token: string,
  now: Date,
): Promise<OpenSignIn | undefined> {
  if (!isLinkToken(token)) return undefined;
  const row = await queryable.prisma.signIn.findUnique({
    where: { tokenDigest: linkDigest(token), usedAt: null, expiresAt: { gt: now } },
    select: { id: true, accountId: true, account: { select: { email: true } } },
  });
  // Prisma reads relations in a second query, before which the account may be deleted.
  if (row?.accountId == null || row.account === null) return undefined;
  return { id: row.id, accountId: row.accountId, email: row.account.email };
}

function deadPage({ language }: PageInput): HtmlPage {
  const { title, text } = wordsIn(language).signIn.dead;
  return { status: 410, language, title, icon: "warn", content: [html`<p>${text}</p>`] };
}

const show: PageRoute["show"] = async (input, { db }) => {
  const { token = "" } = input.params;
  const open = await findOpen(db, token, input.now);
  if (open === undefined) return deadPage(input);
  const { ask } = wordsIn(input.language).signIn;
  const button = (kind: TokenKind) =>
    html`<h2>${ask[kind].title}</h2>
<p>${ask[kind].text}</p>
<form method="post" action="/sign-in/${token}/${kind}"><button type="submit">${ask[kind].button}</button></form>
`;
  return {
    status: 200,
    language: input.language,
    context: open.email,
    title: ask.title,
    content: [html`<p>${ask.text}</p>`, ...tokenKinds.map(button)],
  };
};

const submit: NonNullable<PageRoute["submit"]> = async (input, { db, authenticator }) => {
  const { token = "", kind: wanted } = input.params;
  const kind = tokenKinds.find((one) => one === wanted);
  if (kind === undefined) return deadPage(input);
  const issued = await inTransaction(db, async (tx) => {
    const open = await findOpen(tx, token, input.now);
    if (open === undefined) return undefined;
    const used = await tx.prisma.signIn.updateMany({
      where: { id: open.id, usedAt: null },
      data: { usedAt: input.now },
    });
    return used.count === 0
      ? undefined
      : { ...open, ...(await issueToken(tx, open.accountId, kind, input.now)) };
  });
  if (issued === undefined) return deadPage(input);
  authenticator.forget();
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

/** The page of a sign-in link. Only digests of tokens are stored, so it issues a new token and shows it once. */
export const signInPages: readonly PageRoute[] = [
  { path: "/sign-in/:token", show },
  { path: "/sign-in/:token/:kind", show, submit },
];
