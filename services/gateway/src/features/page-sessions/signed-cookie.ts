import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { ProviderId } from "@polls/domain/access";
import { keptDays } from "@polls/domain/retention";
import type { Config } from "../../config";
import type { DerivedKeys } from "../../derived-keys";
import { type CookieDeps, cookieText, cookieValues, isSecure } from "../../http/request/cookies";

const ID_BYTES = 16;
const FORM = /^([\w-]{22})\.([\w-]{43})$/;

/** A cookie of pages that contains a signed id (docs/reference/pages.md#cookies). */
interface CookieKind {
  readonly name: string;
  readonly keys: keyof DerivedKeys &
    ("visitors" | "accountSessions" | "signInAttempts" | "persons");
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

/** Of a browser that signs in at a provider. */
export const attemptCookie: CookieKind = {
  name: "sign_in",
  keys: "signInAttempts",
  maxAgeSeconds: 600,
};

/** Of a person who signed in at a provider to take part in polls. A shared device forgets it after some hours. */
const personCookie = (name: string): CookieKind => ({
  name,
  keys: "persons",
  maxAgeSeconds: 12 * 3_600,
});
export const personCookies: Readonly<Record<ProviderId, CookieKind>> = {
  oidc: personCookie("person"),
  oidc_2: personCookie("person_2"),
  oidc_3: personCookie("person_3"),
};

export const sessionCookie: CookieKind = {
  name: "session",
  keys: "accountSessions",
  maxAgeSeconds: keptDays.account_sessions * DAY_SECONDS,
};

/**
 * The name of the cookie. With `__Host-`, other hosts of the domain cannot set it. Browsers only
 * accept the prefix over HTTPS, and for the whole host: below a path, `__Secure-` takes its place.
 */
function nameOf({ name }: CookieKind, isSecure: boolean, { prefix }: Config["baseUrl"]): string {
  if (!isSecure) return name;
  return prefix === "" ? `__Host-${name}` : `__Secure-${name}`;
}

const sign = (key: string, id: string): string =>
  createHmac("sha256", key).update(id).digest("base64url");

/** Creates a new id of 128 random bits. */
export const newCookieId = (): string => randomBytes(ID_BYTES).toString("base64url");

/** Undefined unless signed here. Without the prefix only where HTTPS is not known to be used. */
export function cookieId(
  kind: CookieKind,
  header: string | undefined,
  deps: CookieDeps,
): string | undefined {
  const names = isSecure(deps) ? [true] : [true, false];
  return names
    .map((prefixed) => signedId(kind, nameOf(kind, prefixed, deps.config.baseUrl), header, deps))
    .find((id) => id !== undefined);
}

function signedId(
  kind: CookieKind,
  name: string,
  header: string | undefined,
  deps: CookieDeps,
): string | undefined {
  for (const value of cookieValues(header, name)) {
    const [, id, signature] = FORM.exec(value) ?? [];
    if (id === undefined || signature === undefined) continue;
    if (isSigned(kind, id, signature, deps)) return id;
  }
  return undefined;
}

const isSigned = (
  { keys: purpose }: CookieKind,
  id: string,
  signature: string,
  { config: { keys } }: CookieDeps,
): boolean =>
  keys[purpose].all.some((key) =>
    timingSafeEqual(Buffer.from(sign(key, id)), Buffer.from(signature)),
  );

interface KnownVisitor {
  readonly kind: CookieKind;
  readonly id: string;
}

/** Finds the visitor of a `Cookie` header (docs/reference/pages.md#visitors). */
export function visitorOf(header: string | undefined, deps: CookieDeps): KnownVisitor | undefined {
  for (const kind of [visitorCookie, framedVisitorCookie]) {
    const id = cookieId(kind, header, deps);
    if (id !== undefined) return { kind, id };
  }
  return undefined;
}

export const newVisitorCookie = (framed: boolean, deps: CookieDeps): CookieKind =>
  framed && isSecure(deps) ? framedVisitorCookie : visitorCookie;

export const keepCookie = (kind: CookieKind, id: string, deps: CookieDeps): string =>
  setCookie(
    kind,
    `${id}.${sign(deps.config.keys[kind.keys].signing, id)}`,
    kind.maxAgeSeconds,
    deps,
  );

export const dropCookie = (kind: CookieKind, deps: CookieDeps): string =>
  setCookie(kind, "", 0, deps);

function setCookie(
  kind: CookieKind,
  value: string,
  maxAgeSeconds: number,
  deps: CookieDeps,
): string {
  const name = nameOf(kind, isSecure(deps), deps.config.baseUrl);
  return cookieText({ ...kind, name, value, maxAgeSeconds }, deps);
}
