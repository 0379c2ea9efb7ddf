import { createHmac } from "node:crypto";
import { type ProviderId, providerOfPoll } from "@polls/domain/access";
import type { Poll } from "@polls/domain/polls";
import type { Deps } from "../../deps";
import type { CookieDeps } from "../../http/request/cookies";
import { cookieId, personCookies } from "./signed-cookie";

/** A visitor who proved to be one person in a poll. */
export interface Proof {
  readonly provenBy: ProviderId;
  /** The identifier of the person in this poll alone. */
  readonly identifier: string;
}

const ID_LENGTH = 22;

const derive = (key: string, purpose: string, text: string): string =>
  createHmac("sha256", key).update(`${purpose}:${text}`).digest("base64url").slice(0, ID_LENGTH);

/**
 * The id of a person, which the browser keeps in a cookie. The identity at the provider is kept nowhere: a table of used
 * identities would say who took part.
 */
export async function personId(
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  { storedKeys }: Pick<Deps, "storedKeys">,
): Promise<string> {
  const { userIdentifiers } = await storedKeys();
  return derive(userIdentifiers, "person", JSON.stringify([issuer, subject]));
}

/**
 * The proof in a `Cookie` header for a poll that asks for one
 * (docs/reference/participants.md#proof-by-a-provider). In each poll the person has another
 * identifier, so that votes in several polls cannot be joined.
 */
export async function proofOfPerson(
  { id, settings }: Pick<Poll, "id" | "settings">,
  cookie: string | undefined,
  deps: CookieDeps & Pick<Deps, "storedKeys">,
): Promise<Proof | undefined> {
  const provenBy = providerOfPoll(settings, deps.config.signIn.providers);
  const person = provenBy && cookieId(personCookies[provenBy], cookie, deps);
  if (provenBy === undefined || person === undefined) return undefined;
  const { userIdentifiers } = await deps.storedKeys();
  return { provenBy, identifier: derive(userIdentifiers, "person in poll", `${id}:${person}`) };
}
