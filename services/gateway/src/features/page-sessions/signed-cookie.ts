import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Config } from "../../config";
import type { DerivedKeys } from "../../derived-keys";

const ID_BYTES = 16;
const FORM = /^([\w-]{22})\.([\w-]{43})$/;

export type CookieConfig = Pick<Config, "baseUrl" | "keys">;

/** A cookie of pages that contains a signed id (docs/reference/pages.md#cookies). */
interface CookieKind {
  readonly name: string;
  readonly keys: keyof DerivedKeys & ("visitors" | "accountSessions");
  readonly maxAgeSeconds: number;
  /** For frames on pages of other sites. Browsers partition it by site. It needs HTTPS. */
  readonly framed?: true;
}

const DAY_SECONDS = 86_400;

const visitorCookie: CookieKind = {
  name: "visitor",
  keys: "visitors",
  maxAgeSeconds: 365 * DAY_SECONDS,
};

const framedVisitorCookie: CookieKind = { ...visitorCookie, name: "framed_visitor", framed: true };

export const sessionCookie: CookieKind = {
  name: "session",
  keys: "accountSessions",
  maxAgeSeconds: 30 * DAY_SECONDS,
};

/**
 * The name of the cookie. With `__Host-`, other hosts of the domain cannot set it. Browsers only
 * accept the prefix over HTTPS.
 */
const nameOf = ({ name }: CookieKind, { baseUrl }: CookieConfig): string =>
  baseUrl.protocol === "https:" ? `__Host-${name}` : name;

const sign = (key: string, id: string): string =>
  createHmac("sha256", key).update(id).digest("base64url");

/** Creates a new id of 128 random bits. */
export const newCookieId = (): string => randomBytes(ID_BYTES).toString("base64url");

/** Reads the id in a `Cookie` header. Undefined if this deployment has not signed it. */
export function cookieId(
  kind: CookieKind,
  header: string | undefined,
  config: CookieConfig,
): string | undefined {
  const name = nameOf(kind, config);
  for (const pair of (header ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (at === -1 || pair.slice(0, at).trim() !== name) continue;
    const [, id, signature] = FORM.exec(pair.slice(at + 1).trim()) ?? [];
    if (id === undefined || signature === undefined) continue;
    if (isSigned(kind, id, signature, config)) return id;
  }
  return undefined;
}

const isSigned = (
  { keys: purpose }: CookieKind,
  id: string,
  signature: string,
  { keys }: CookieConfig,
): boolean =>
  keys[purpose].all.some((key) =>
    timingSafeEqual(Buffer.from(sign(key, id)), Buffer.from(signature)),
  );

/** A visitor known by a cookie. */
interface KnownVisitor {
  readonly kind: CookieKind;
  readonly id: string;
}

/** Finds the visitor of a `Cookie` header (docs/reference/pages.md#visitors). */
export function visitorOf(
  header: string | undefined,
  config: CookieConfig,
): KnownVisitor | undefined {
  for (const kind of [visitorCookie, framedVisitorCookie]) {
    const id = cookieId(kind, header, config);
    if (id !== undefined) return { kind, id };
  }
  return undefined;
}

/** The kind of cookie that a new visitor gets. */
export const newVisitorCookie = (framed: boolean, { baseUrl }: CookieConfig): CookieKind =>
  framed && baseUrl.protocol === "https:" ? framedVisitorCookie : visitorCookie;

/** The value of `Set-Cookie` that stores an id. */
export const keepCookie = (kind: CookieKind, id: string, config: CookieConfig): string =>
  setCookie(kind, `${id}.${sign(config.keys[kind.keys].signing, id)}`, kind.maxAgeSeconds, config);

/** The value of `Set-Cookie` that removes the cookie. */
export const dropCookie = (kind: CookieKind, config: CookieConfig): string =>
  setCookie(kind, "", 0, config);

function setCookie(
  kind: CookieKind,
  value: string,
  maxAgeSeconds: number,
  config: CookieConfig,
): string {
  const attributes = ["Path=/", `Max-Age=${maxAgeSeconds}`, "HttpOnly"];
  attributes.push(`SameSite=${kind.framed ? "None" : "Lax"}`);
  if (config.baseUrl.protocol === "https:") attributes.push("Secure");
  if (kind.framed) attributes.push("Partitioned");
  return [`${nameOf(kind, config)}=${value}`, ...attributes].join("; ");
}
