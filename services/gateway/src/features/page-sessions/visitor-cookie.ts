import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Config } from "../../config";

const ID_BYTES = 16;
const YEAR_SECONDS = 31_536_000;
const FORM = /^([\w-]{22})\.([\w-]{43})$/;

type CookieConfig = Pick<Config, "baseUrl" | "keys">;

/**
 * The name of the cookie. `__Host-` keeps other hosts of the domain from setting it; browsers accept the prefix over
 * HTTPS alone.
 */
const nameOf = ({ baseUrl }: CookieConfig): string =>
  baseUrl.protocol === "https:" ? "__Host-visitor" : "visitor";

const sign = (key: string, id: string): string =>
  createHmac("sha256", key).update(id).digest("base64url");

/** A new visitor: 128 random bits. */
export const newVisitor = (): string => randomBytes(ID_BYTES).toString("base64url");

/** The visitor of a `Cookie` header; undefined where it has none that this deployment signed. */
export function visitorOf(header: string | undefined, config: CookieConfig): string | undefined {
  const name = nameOf(config);
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at === -1 || pair.slice(0, at).trim() !== name) continue;
    const [, id, signature] = FORM.exec(pair.slice(at + 1).trim()) ?? [];
    if (id !== undefined && signature !== undefined && isSigned(id, signature, config)) return id;
  }
  return undefined;
}

const isSigned = (id: string, signature: string, { keys }: CookieConfig): boolean =>
  keys.visitors.all.some((key) =>
    timingSafeEqual(Buffer.from(sign(key, id)), Buffer.from(signature)),
  );

/** The value of `Set-Cookie` that keeps a visitor for a year (docs/reference/pages.md#visitors). */
export function visitorCookie(id: string, config: CookieConfig): string {
  const attributes = ["Path=/", `Max-Age=${YEAR_SECONDS}`, "HttpOnly", "SameSite=Lax"];
  if (config.baseUrl.protocol === "https:") attributes.push("Secure");
  return [`${nameOf(config)}=${id}.${sign(config.keys.visitors.signing, id)}`, ...attributes].join(
    "; ",
  );
}
