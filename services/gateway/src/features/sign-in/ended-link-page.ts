import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage, type TitledText } from "../../pages/parts";

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
