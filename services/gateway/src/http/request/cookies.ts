import type { Deps } from "../../deps";

/** What cookies need: the address under which the browser reached the service. */
export type CookieDeps = Pick<Deps, "config" | "ownUrl">;

export const isSecure = ({ config, ownUrl }: CookieDeps): boolean =>
  (ownUrl ?? config.baseUrl).protocol === "https:";

/** The values of a `Cookie` header with a name; a browser may send several. */
export const cookieValues = (header: string | undefined, name: string): readonly string[] =>
  (header ?? "").split(";").flatMap((pair) => {
    const at = pair.indexOf("=");
    return at !== -1 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : [];
  });

interface NewCookie {
  readonly name: string;
  readonly value: string;
  /** 0 removes the cookie. */
  readonly maxAgeSeconds: number;
  /** For frames on pages of other sites. Browsers partition it by site. It needs HTTPS. */
  readonly framed?: boolean;
}

/** The value of `Set-Cookie` for the pages below the path of the service. */
export function cookieText(
  { name, value, maxAgeSeconds, framed = false }: NewCookie,
  deps: CookieDeps,
): string {
  const { prefix } = deps.config.baseUrl;
  const attributes = [`Path=${prefix || "/"}`, `Max-Age=${maxAgeSeconds}`, "HttpOnly"];
  attributes.push(`SameSite=${framed ? "None" : "Lax"}`);
  if (isSecure(deps)) attributes.push("Secure");
  if (framed) attributes.push("Partitioned");
  return [`${name}=${value}`, ...attributes].join("; ");
}
