import { inTransaction } from "@polls/db/sql";
import { html } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage } from "../../pages/parts";
import { acceptInvitation, findOpenInvitation } from "./invite-member";

const endedPage = ({ language }: PageInput): HtmlPage =>
  deadLinkPage(410, language, wordsIn(language).join.expired);

const show: PageRoute["show"] = async (input, { db }) => {
  const { join: words } = wordsIn(input.language);
  const open = await findOpenInvitation(db, input.params.token ?? "", input.now);
  if (open === undefined) return endedPage(input);
  return {
    status: 200,
    language: input.language,
    context: open.email,
    title: words.title(open.organization),
    tellsOrigin: true,
    content: [
      html`<p>${words.text(open.inviter)}</p>`,
      html`<p>${words.roles[open.role]}</p>`,
      html`<form method="post"><button type="submit">${words.button}</button></form>`,
      html`<p class="fine after">${words.account}</p>`,
    ],
  };
};

const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const { token = "" } = input.params;
  const { language, now } = input;
  const { join: words } = wordsIn(language);
  const done = await inTransaction(deps.db, (tx) => acceptInvitation(tx, token, deps, now));
  if (done === undefined) return endedPage(input);
  if (done.kind === "closed") return deadLinkPage(404, language, words.closed);
  deps.authenticator.forget();
  return {
    status: 200,
    language,
    context: done.email,
    title: words.done(done.organization),
    icon: "good",
    content: [
      html`<p>${words.next}</p>`,
      html`<p><a class="button" href="${input.at("/sign-in")}">${words.signIn}</a></p>`,
    ],
  };
};

/** The page of an invitation into an organization. Its button makes the owner of the address a member. */
export const joinPages: readonly PageRoute[] = [
  { path: "/join/:token", show, submit, ownPageOnly: true },
];
