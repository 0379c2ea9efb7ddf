import type { PrismaQueryable } from "@polls/db/sql";
import { html } from "@polls/markup";
import { type TokenKind, tokenKinds } from "../../identity/token";
import { wordsIn } from "../../pages/languages";
import type { PageRoute } from "../../pages/page-routes";
import { issueToken, requireUnblocked } from "../accounts/create-account";
import { startSession } from "../page-sessions/account-session";
import { keptReturnPath } from "../page-sessions/return-path";
import { endedLinkPage, passEndedLink, unlessProvidersOnly } from "./ended-link-page";
import { linkQuestion } from "./link-question";
import { leadToNewPoll } from "./new-poll-of-link";
import { findOpenLink, type LinkVisit, useLink } from "./open-link";

/** The account of a link to sign in. */
async function findOpen(queryable: PrismaQueryable, link: LinkVisit) {
  const row = await findOpenLink(queryable, link);
  // Prisma reads relations with a second query, and the account may be deleted between the two.
  if (row?.accountId == null || row.account === null) return undefined;
  const { id, accountId, account, returnPath, draft } = row;
  return { id, accountId, email: account.email, returnPath: keptReturnPath(returnPath), draft };
}

const show: PageRoute["show"] = async (input, deps) => {
  const { token = "" } = input.params;
  const open = await findOpen(deps.db, input);
  if (open === undefined) return passEndedLink(input, deps);
  const { ask } = wordsIn(input.language).signIn;
  const button = (kind: TokenKind) =>
    html`<h2>${ask[kind].title}</h2>
<p>${ask[kind].text}</p>
<form method="post" action="${input.at(`/sign-in/${token}/${kind}`)}"><button type="submit">${ask[kind].button}</button></form>
`;
  const path = `/sign-in/${token}` as const;
  const paths = { plain: `${path}/session`, withPoll: `${path}/poll` } as const;
  const { content, ...question } = linkQuestion(input, open.draft, ask, paths);
  return {
    status: 200,
    language: input.language,
    context: open.email,
    ...question,
    content: [
      ...content,
      html`<details class="after"><summary>${ask.tokens}</summary>
<p>${ask.tokensText}</p>
${tokenKinds.map(button)}</details>
`,
    ],
  };
};

const signIn =
  ({ withPoll }: { readonly withPoll: boolean }): NonNullable<PageRoute["submit"]> =>
  async (input, deps) => {
    const { cookie, userAgent, now } = input;
    const done = await useLink(input, deps, findOpen, async (tx, found) => {
      const { accountId } = found;
      requireUnblocked(accountId, deps);
      const started = await startSession(tx, { accountId, cookie, userAgent, now }, deps);
      return { ...found, cookie: started };
    });
    if (done === undefined) return passEndedLink(input, deps);
    deps.authenticator.forget();
    const { draft, returnPath, cookie: started } = done;
    return withPoll && draft !== null
      ? leadToNewPoll(input, { ...done, linkId: done.id, draft }, deps)
      : { kind: "redirect", path: input.at(returnPath ?? "/polls"), cookie: started };
  };

const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const kind = tokenKinds.find((one) => one === input.params.kind);
  if (kind === undefined) return endedLinkPage(input);
  const issued = await useLink(input, deps, findOpen, async (tx, { accountId, email }) => {
    requireUnblocked(accountId, deps);
    return { email, ...(await issueToken(tx, accountId, kind, input.now)) };
  });
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
  { path: "/sign-in/:token/session", show, submit: signIn({ withPoll: false }), ownPageOnly: true },
  { path: "/sign-in/:token/poll", show, submit: signIn({ withPoll: true }), ownPageOnly: true },
  { path: "/sign-in/:token/:kind", show, submit, ownPageOnly: true },
];

/** Signs the browser in, or shows a new token once: only digests of tokens are stored. */
export const signInPages: readonly PageRoute[] = pages.map(unlessProvidersOnly);
