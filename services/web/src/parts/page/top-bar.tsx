import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { ownPath } from "../../session/own-path";
import { type PageContext, signInPath, signOut } from "../../session/page-context";
import type { Language } from "../../words";
import { Problem } from "../feedback/problem";
import { Quiet } from "../show/button";

/** The header with the operator's name, which the gateway renders if there is an operator. The bar takes its place. */
const operator = document.querySelector("header.operator");
const logo = operator?.querySelector("img")?.src;

/** A missing row does not compile. */
const others: Readonly<Record<Language, readonly Language[]>> = { en: ["de"], de: ["en"] };

/** The signed-in account, with links to its pages. */
export function TopBar({
  context: { words, account, language },
}: {
  readonly context: PageContext;
}) {
  const { bar } = words;
  const name = operator?.textContent ?? bar.home;
  const failed = useSignal(false);
  useLayoutEffect(() => operator?.remove(), []);
  return (
    <header class="row bar-top">
      <a class="brand" href={ownPath("/")} aria-label={name}>
        {logo !== undefined && <img src={logo} alt="" />}
        <span>{name}</span>
      </a>
      <nav class="row" aria-label={bar.label}>
        {others[language].map((each) => (
          <InLanguage key={each} language={each} />
        ))}
        {account === undefined ? (
          <a
            href={signInPath()}
            onClick={({ currentTarget }) => {
              currentTarget.href = signInPath(location.hash);
            }}
          >
            {bar.signIn}
          </a>
        ) : (
          <>
            <a href={ownPath("/polls")}>{bar.polls}</a>
            <a href={ownPath("/account")}>{bar.account}</a>
            <Quiet
              onClick={() => {
                signOut("here").catch(() => (failed.value = true));
              }}
            >
              {bar.signOut}
            </Quiet>
          </>
        )}
      </nav>
      <Problem text={failed.value ? words.failed : undefined} />
    </header>
  );
}

/** The same page in another language, which the browser keeps (docs/reference/translations.md#choosing). */
const InLanguage = ({ language }: { readonly language: Language }) => (
  <a
    href={`?language=${language}`}
    lang={language}
    hreflang={language}
    aria-label={new Intl.DisplayNames([language], { type: "language" }).of(language)}
    onClick={({ currentTarget }) => {
      const here = new URL(location.href);
      here.searchParams.set("language", language);
      currentTarget.href = here.href;
    }}
  >
    {language.toUpperCase()}
  </a>
);
