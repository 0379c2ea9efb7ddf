import { wishedLanguages } from "@polls/markup";
import type { Deps } from "../deps";

const COOKIE = "language";
const YEAR_SECONDS = 365 * 86_400;

/**
 * The languages that a visitor wishes, the best first: the one of the address, the one chosen before, those of the
 * browser (docs/reference/pages.md#languages).
 */
export const languagesWished = (
  query: URLSearchParams,
  headers: Readonly<Partial<Record<"accept-language" | "cookie", string | undefined>>>,
): readonly string[] =>
  [
    query.get("language") ?? undefined,
    chosenBefore(headers.cookie),
    headers["accept-language"],
  ].flatMap(wishedLanguages);

const chosenBefore = (header = ""): string | undefined =>
  header
    .split(";")
    .map((pair) => pair.trim().split("="))
    .find(([name]) => name === COOKIE)?.[1];

/** The value of `Set-Cookie` that keeps the choice of a language. */
export const keepLanguage = (
  language: string,
  { config: { baseUrl }, ownUrl }: Pick<Deps, "config" | "ownUrl">,
): string =>
  [
    `${COOKIE}=${language}`,
    `Path=${baseUrl.prefix || "/"}`,
    `Max-Age=${YEAR_SECONDS}`,
    "HttpOnly",
    "SameSite=Lax",
    ...((ownUrl ?? baseUrl).protocol === "https:" ? ["Secure"] : []),
  ].join("; ");
