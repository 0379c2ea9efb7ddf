import { html } from "./html";
import { wordsIn } from "./languages";
import type { Language } from "./languages/language";
import type { Page } from "./page-shell";

/** What a person sees instead of a page that could not be made. */
export function errorPage(status: number, language: Language, requestId: string): Page {
  const words = wordsIn(language).errors;
  const { title, text } =
    status === 429
      ? words.tooMany
      : status === 503
        ? words.unavailable
        : status >= 500
          ? words.defect
          : words.notFound;
  return {
    status,
    language,
    title,
    mark: "warn",
    content: [
      html`<p>${text}</p>`,
      ...(status === 500 ? [html`<p class="fine">${words.reference(requestId)}</p>`] : []),
    ],
  };
}
