import { createHmac, timingSafeEqual } from "node:crypto";

/** A participant, and how often its link was revoked. */
export interface PersonalLink {
  readonly publicId: string;
  readonly linkRevision: number;
}

const FORM = /^([\w-]{22})([\w-]{43})$/;

const sign = (key: string, { publicId, linkRevision }: PersonalLink): string =>
  createHmac("sha256", key).update(`personal\0${publicId}\0${linkRevision}`).digest("base64url");

/** The token of a personal link, derived so that no row is stored (docs/adr/0099-personal-links-are-derived.md). */
export const personalToken = (key: string, link: PersonalLink): string =>
  link.publicId + sign(key, link);

/** The public id in a token. Undefined if the text has not the form of a token. */
export const participantOfToken = (token: string): string | undefined => FORM.exec(token)?.[1];

/** Whether a token leads to the participant and is not revoked. */
export function isPersonalToken(
  keys: readonly string[],
  token: string,
  link: PersonalLink,
): boolean {
  const signature = FORM.exec(token)?.[2];
  return (
    signature !== undefined &&
    participantOfToken(token) === link.publicId &&
    keys.some((key) => timingSafeEqual(Buffer.from(sign(key, link)), Buffer.from(signature)))
  );
}

/** The path that opens a poll as a participant. Browsers do not send a fragment, so no log contains the token. */
export const personalPath = (memberHash: string, token: string): `/${string}` =>
  `/p/${memberHash}/device#continue=${token}`;
