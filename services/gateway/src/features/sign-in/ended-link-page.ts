import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage, Redirect } from "../../pages/page-shell";
import { deadLinkPage, type TitledText } from "../../pages/parts";
import { emailAddress } from "../accounts/create-account";
import { findSession, type SessionDeps } from "../page-sessions/account-session";
import { keptReturnPath } from "../page-sessions/return-path";
import { findLink } from "./open-link";

/**
 * Leads the browser on if it is signed in with the address of the link: "Back" leads to links that are used. For
 * others, the page of a link that cannot sign in or sign up.
 */
export async function passEndedLink(
  input: PageInput,
  deps: SessionDeps & Pick<Deps, "db">,
  words?: TitledText,
): Promise<HtmlPage | Redirect> {
  const { cookie, now, at } = input;
  const session = await findSession(deps.db, cookie, { deps, now });
  const link = session && (await findLink(deps.db, input.params));
  const address = emailAddress.safeParse(link?.mail?.address).data;
  const isOwn =
    session !== undefined &&
    (link?.accountId === session.account.id || address === session.account.email);
  return isOwn
    ? { kind: "redirect", path: at(keptReturnPath(link?.returnPath ?? null) ?? "/polls") }
    : endedLinkPage(input, words);
}

/** The page of a link that cannot sign in or sign up, with a button to request another one. */
export function endedLinkPage({ language, at }: PageInput, words?: TitledText): HtmlPage {
  const { expired } = wordsIn(language).signIn;
  return pageToSignIn({ language, at }, words ?? expired, expired.button);
}

const pageToSignIn = (
  { language, at }: Pick<PageInput, "language" | "at">,
  words: TitledText,
  button: string,
): HtmlPage =>
  deadLinkPage(
    410,
    language,
    words,
    html`<p><a class="button" href="${at("/sign-in")}">${button}</a></p>`,
  );

/** A page of mailed links that do nothing where accounts sign in only by a provider. */
export function unlessProvidersOnly({ show, submit, ...route }: PageRoute): PageRoute {
  const guard =
    <Answer>(step: (input: PageInput, deps: Deps) => Promise<Answer>) =>
    async (input: PageInput, deps: Deps): Promise<Answer | HtmlPage> => {
      if (!deps.config.signIn.providersOnly) return step(input, deps);
      const { only } = wordsIn(input.language).provider;
      return pageToSignIn(input, only, only.button);
    };
  return { ...route, show: guard(show), ...(submit && { submit: guard(submit) }) };
}
