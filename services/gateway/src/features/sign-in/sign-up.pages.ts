import { findAccountOfEmail } from "@polls/db/accounts";
import type { PrismaQueryable } from "@polls/db/sql";
import { Invalid } from "@polls/domain/refusals";
import { html } from "@polls/markup";
import { tokenKinds } from "../../identity/token";
import { wordsIn } from "../../pages/languages";
import type { PageRoute } from "../../pages/page-routes";
import { emailAddress, requireUnblocked, signUpAddress } from "../accounts/create-account";
import { startSession } from "../page-sessions/account-session";
import { keptReturnPath } from "../page-sessions/return-path";
import { passEndedLink, unlessProvidersOnly } from "./ended-link-page";
import { linkQuestion } from "./link-question";
import { leadToNewPoll } from "./new-poll-of-link";
import { findOpenLink, type LinkVisit, useLink } from "./open-link";

/** The address of a link to sign up. */
async function findOpen(queryable: PrismaQueryable, link: LinkVisit) {
  const row = await findOpenLink(queryable, link);
  const email = emailAddress.safeParse(row?.mail?.address);
  if (row === null || row.accountId !== null || !email.success) return undefined;
  const { id, returnPath, draft } = row;
  return { id, email: email.data, returnPath: keptReturnPath(returnPath), draft };
}

const show: PageRoute["show"] = async (input, deps) => {
  const { ask } = wordsIn(input.language).signUp;
  const open = await findOpen(deps.db, input);
  if (open === undefined) return passEndedLink(input, deps);
  const path = `/sign-up/${input.params.token ?? ""}` as const;
  const paths = { plain: path, withPoll: `${path}/poll` } as const;
  const { content, ...question } = linkQuestion(input, open.draft, ask, paths);
  return {
    status: 200,
    language: input.language,
    context: open.email,
    ...question,
    content: [...content, html`<p class="fine after">${ask.notMe}</p>`],
  };
};

const signUp =
  ({ withPoll }: { readonly withPoll: boolean }): NonNullable<PageRoute["submit"]> =>
  async (input, deps) => {
    const { signIn, signUp: words } = wordsIn(input.language);
    const { cookie: before, userAgent, now } = input;
    const done = await useLink(input, deps, findOpen, async (tx, found) => {
      // An address with several links gets one account.
      const account = await signUpAddress(tx, found.email, now).catch((error: unknown) => {
        if (error instanceof Invalid && error.code === "email_taken") return undefined;
        throw error;
      });
      // Another link created it in the meantime. The poll is then created for it, as by a link to sign in.
      const isForPoll = withPoll && found.draft !== null;
      const known = account ?? (isForPoll ? await findAccountOfEmail(tx, found.email) : undefined);
      if (known === undefined) return "taken";
      requireUnblocked(known.id, deps);
      const session = { accountId: known.id, cookie: before, userAgent, now };
      const cookie = await startSession(tx, session, deps);
      return { ...found, account, accountId: known.id, cookie };
    });
    if (done === undefined) return passEndedLink(input, deps);
    if (done === "taken") return passEndedLink(input, deps, words.taken);
    const { id: linkId, email, account, accountId, returnPath, draft, cookie } = done;
    if (withPoll && draft !== null)
      return leadToNewPoll(input, { linkId, accountId, returnPath, draft, cookie }, deps);
    if (account === undefined || returnPath !== undefined)
      return { kind: "redirect", path: input.at(returnPath ?? "/polls"), cookie };
    const tokens = { private: account.privateToken, public: account.publicToken };
    return {
      status: 200,
      language: input.language,
      context: email,
      title: words.done.title,
      icon: "good",
      cookie,
      content: [
        html`<p>${words.done.signedIn}</p>`,
        html`<p><a class="button" href="${input.at("/polls")}">${words.done.button}</a></p>`,
        html`<details><summary>${words.done.tokens}</summary>
<p>${words.done.text}</p>
${tokenKinds.map(
  (kind) => html`<h2>${signIn.ask[kind].title}</h2>
<p>${words.done[kind]}</p>
<p><code>${tokens[kind]}</code></p>
`,
)}</details>
`,
      ],
    };
  };

const pages: readonly PageRoute[] = [
  { path: "/sign-up/:token", show, submit: signUp({ withPoll: false }), ownPageOnly: true },
  { path: "/sign-up/:token/poll", show, submit: signUp({ withPoll: true }), ownPageOnly: true },
];

/** The page of a sign-up link. Its button creates the account, signs the browser in and shows the tokens once. */
export const signUpPages: readonly PageRoute[] = pages.map(unlessProvidersOnly);
