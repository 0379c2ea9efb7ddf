import { type Html, html, type Language, languages } from "@polls/markup";
import { wordsIn } from "../../pages/languages";

interface Choice {
  readonly languages: readonly string[];
  /** Undefined: the visitor reads none of them. */
  readonly shown: string | undefined;
}

/** The languages to choose from: of a poll with translations its own, else those of pages. */
export function languagesOf(settings: Readonly<Record<string, unknown>>, page: Language): Choice {
  const { language, languages: own } = settings as {
    readonly language?: string;
    readonly languages: readonly string[];
  };
  return own.length < 2 ? { languages, shown: page } : { languages: own, shown: language };
}

/** Links to the page in other languages, which need no script. */
export function choiceOfLanguage(
  { languages: offered, shown }: Choice,
  query: URLSearchParams,
  language: Language,
): Html {
  const link = (one: string): Html => {
    const address = `?${new URLSearchParams({ ...Object.fromEntries(query), language: one })}`;
    return one === shown
      ? html`<span lang="${one}">${ownName(one)}</span>`
      : html`<a href="${address}" lang="${one}" hreflang="${one}">${ownName(one)}</a>`;
  };
  return html`<nav class="fine languages" aria-label="${wordsIn(language).languages}">${offered.map((one, at) => html`${at === 0 ? undefined : " · "}${link(one)}`)}</nav>\n`;
}

/** What a language calls itself. */
function ownName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
