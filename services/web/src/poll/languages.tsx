import type { Visit } from "../session/visit";

/** What a language calls itself. */
export function ownName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The address of this page in a language. */
function addressIn(language: string): string {
  const query = new URLSearchParams(location.search);
  query.set("language", language);
  return `?${query}`;
}

/** The languages of the poll to choose from. Nothing if there is only one. */
export function Languages({ visit: { data, words } }: { readonly visit: Visit }) {
  const { language: shown, languages } = data.poll.settings;
  return languages.length < 2 ? null : (
    <nav class="languages" aria-label={words.poll.languages}>
      {languages.map((language) => (
        <a
          key={language}
          href={addressIn(language)}
          lang={language}
          hreflang={language}
          aria-current={language === shown ? "true" : undefined}
        >
          {ownName(language)}
        </a>
      ))}
    </nav>
  );
}
