import type { Config } from "../../config";

const LENGTH_MAX = 255;
const part = "[\\w-]{1,64}";

/** Our pages but the sign-in itself. Nothing else is led to: a text that names a page may be of anyone. */
const pages = [
  "/",
  "/polls",
  "/account",
  `/p/${part}`,
  `/p/${part}/results`,
  `/p/${part}/o/${part}`,
  `/p/${part}/admin`,
  `/p/${part}/admin/o/${part}`,
].map((path) => new RegExp(`^${path}$`));

/**
 * The path of a page of ours that a text names, read as browsers read it; undefined: it names none
 * (docs/reference/pages.md#back-to-the-page).
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

/** The address of the sign-in that leads back to a page. */
export const signInPath = (returnPath: string): string =>
  `/sign-in?to=${encodeURIComponent(returnPath)}`;
