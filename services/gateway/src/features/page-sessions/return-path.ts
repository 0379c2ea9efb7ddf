import { isPathBelow, type PathBelow } from "@polls/config";
import type { Config } from "../../config";

const LENGTH_MAX = 255;
const part = "[\\w-]{1,64}";

/** Except the sign-in. Only these are allowed, because the text may come from anyone. */
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

/** A fragment that a page can show, such as the kind of a new poll. */
const fragment = /^#[\w-]{1,64}$/;

/**
 * The path of a page of this service that a text names, with a fragment. The text is parsed like browsers do.
 * Undefined: it names no page. The result is below the path of `BASE_URL` (docs/reference/pages.md#back-to-the-page).
 */
export function returnPathOf(
  text: string,
  { baseUrl }: Pick<Config, "baseUrl">,
): PathBelow | undefined {
  if (text.length > LENGTH_MAX || !text.startsWith("/") || !URL.canParse(text, baseUrl.origin))
    return;
  const { origin, pathname, hash } = new URL(text, baseUrl.origin);
  if (origin !== baseUrl.origin) return;
  const path = [baseUrl.below(pathname), pathname].find(isPage);
  return path && fragment.test(hash) ? `${path}${hash}` : path;
}

const isPage = (path: string | undefined): path is PathBelow =>
  path !== undefined && pages.some((page) => page.test(path));

/** A path that `returnPathOf` returned, from the row that keeps it. */
export const keptReturnPath = (path: string | null): PathBelow | undefined =>
  path !== null && isPathBelow(path) ? path : undefined;

export const signInPath = (returnPath: string): PathBelow =>
  `/sign-in?to=${encodeURIComponent(returnPath)}`;
