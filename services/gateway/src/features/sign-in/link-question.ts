import type { PathBelow } from "@polls/config";
import { type Html, html } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { PageInput } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";

interface Question {
  readonly title: string;
  readonly text: string;
  readonly button: string;
  /** In place of them, for a link with a new poll. */
  readonly withPoll: string;
  readonly withoutPoll: string;
}

/**
 * What the page of a link asks. A stranger may have entered the address, so the page names the poll, and also signs in
 * or up without it (docs/adr/0117-links-create-polls.md).
 */
export function linkQuestion(
  { language, at }: Pick<PageInput, "language" | "at">,
  draft: { readonly title: string } | null,
  words: Question,
  paths: { readonly plain: PathBelow; readonly withPoll: PathBelow },
): Pick<HtmlPage, "title" | "tellsOrigin" | "content"> {
  const form = (path: PathBelow, text: string, style?: Html) =>
    html`<form method="post" action="${at(path)}"><button type="submit"${style}>${text}</button></form>
`;
  if (draft === null) {
    const content = [
      html`<p>${words.text}</p>
`,
      form(paths.plain, words.button),
    ];
    return { title: words.title, tellsOrigin: true, content };
  }
  const { newPoll } = wordsIn(language).signIn;
  return {
    title: newPoll.title,
    tellsOrigin: true,
    content: [
      html`<p>${words.withPoll}</p>
<p><strong>${draft.title}</strong></p>
`,
      form(paths.withPoll, newPoll.button),
      form(paths.plain, words.withoutPoll, html` class="quiet"`),
      html`<p class="fine after">${newPoll.notMine}</p>
`,
    ],
  };
}
