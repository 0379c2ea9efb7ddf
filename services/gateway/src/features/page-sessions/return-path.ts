import type { Config } from "../../config";

const LENGTH_MAX = 255;
const part = "[\\w-]{1,64}";

/**
 * The pages of the service, except the sign-in. Only these are allowed, because the text may come
 * from anyone.
 */
const pages = [
  "/",
  "/polls",
  "/polls/new",
  "/account",
  "/operator",
  `/p/${part}`,
  `/p/${part}/results`,
  `/p/${part}/device`,
  `/p/${part}/o/${part}`,
  `/p/${part}/admin`,
  `/p/${part}/admin/o/${part}`,
].map((path) => new RegExp(`^${path}$`));

/**
 * The path of a page of this service that a text names. The text is parsed like browsers do.
 * Undefined: it names no page (docs/reference/pages.md#back-to-the-page).
 */
export function returnPathOf(
  text: string,
  { baseUrl }: Pick<Config, "baseUrl">,
): string | undefined {
  if (text.length > LENGTH_MAX || !text.startsWith("/") || !URL.canParse(text, baseUrl.href))
    return;
  const { origin, pathname } = new URL(text, baseUrl);
  if (origin !== baseUrl.origin) return;
  return pages.some((page) => page.test(pathname)) ? pathname : undefined;
}

/** The path of the sign-in page that returns to a page. */
export const signInPath = (returnPath: string): string =>
  `/sign-in?to=${encodeURIComponent(returnPath)}`;
