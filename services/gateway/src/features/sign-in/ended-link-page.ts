import { html } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { PageInput } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage, type TitledText } from "../../pages/parts";

/** The page of a link that cannot sign in or sign up, with a button to request another one. */
export function endedLinkPage({ language, at }: PageInput, words?: TitledText): HtmlPage {
  const { expired } = wordsIn(language).signIn;
  return deadLinkPage(
    410,
    language,
    words ?? expired,
    html`<p><a class="button" href="${at("/sign-in")}">${expired.button}</a></p>`,
  );
}
