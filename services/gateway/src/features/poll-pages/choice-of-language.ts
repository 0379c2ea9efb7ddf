import { type Html, html, type Language } from "@polls/markup";
import { wordsIn } from "../../pages/languages";

/** The languages of the poll, for the visitor to choose from. Undefined: there is only one. */
export function choiceOfLanguage(
  settings: Readonly<Record<string, unknown>>,
  query: URLSearchParams,
  language: Language,
): Html | undefined {
  const { language: shown, languages } = settings as {
    readonly language?: string;
    readonly languages: readonly string[];
  };
  if (languages.length < 2) return undefined;
  const link = (one: string): Html => {
    const address = `?${new URLSearchParams({ ...Object.fromEntries(query), language: one })}`;
    return one === shown
      ? html`<span lang="${one}">${ownName(one)}</span>`
      : html`<a href="${address}" lang="${one}" hreflang="${one}">${ownName(one)}</a>`;
  };
  return html`<nav class="fine languages" aria-label="${wordsIn(language).languages}">${languages.map((one, at) => html`${at === 0 ? undefined : " · "}${link(one)}`)}</nav>\n`;
}

/** What a language calls itself. */
function ownName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
