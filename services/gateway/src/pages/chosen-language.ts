import { wishedLanguages } from "@polls/markup";
import { type CookieDeps, cookieText, cookieValues } from "../http/request/cookies";

const COOKIE = "language";
const YEAR_SECONDS = 365 * 86_400;

/** The best first: of the address, chosen before, of the browser (docs/reference/pages.md#languages). */
export const languagesWished = (
  query: URLSearchParams,
  headers: Readonly<Partial<Record<"accept-language" | "cookie", string | undefined>>>,
): readonly string[] =>
  [
    query.get("language") ?? undefined,
    cookieValues(headers.cookie, COOKIE)[0],
    headers["accept-language"],
  ].flatMap(wishedLanguages);

/** The value of `Set-Cookie` that keeps the choice of a language. */
export const keepLanguage = (language: string, deps: CookieDeps): string =>
  cookieText({ name: COOKIE, value: language, maxAgeSeconds: YEAR_SECONDS }, deps);
