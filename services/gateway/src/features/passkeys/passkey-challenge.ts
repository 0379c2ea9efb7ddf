import { z } from "zod";
import type { DerivedKeys } from "../../derived-keys";
import { openText, sealText } from "../../identity/sealed-text";

const CONTEXT = "a challenge for a passkey";
/** How long a browser may take to answer a challenge. */
export const CHALLENGE_MS = 300_000;

type Keys = Pick<DerivedKeys, "pageTokens">;

const Facts = z.object({
  purpose: z.enum(["add", "sign_in"]),
  /** What only the browser that asked has: its session, or the id in its cookie. */
  browser: z.string(),
  issuedAt: z.number(),
});

/** Who may answer a challenge, and for what. */
export type ChallengeFor = Omit<z.output<typeof Facts>, "issuedAt">;

/** A challenge for a passkey. It has its facts sealed in it, so that no row is stored for it. */
export const newChallenge = ({ pageTokens }: Keys, wanted: ChallengeFor, now: Date): string =>
  sealText(pageTokens, { ...wanted, issuedAt: now.getTime() }, CONTEXT);

/** When a challenge was made. Undefined if it is expired, forged, or not for this browser and purpose. */
export function challengeTime(
  { pageTokens }: Keys,
  challenge: string,
  wanted: ChallengeFor,
  now: Date,
): Date | undefined {
  const facts = openText(pageTokens, challenge, CONTEXT, Facts);
  if (facts?.purpose !== wanted.purpose || facts.browser !== wanted.browser) return undefined;
  return now.getTime() >= facts.issuedAt + CHALLENGE_MS ? undefined : new Date(facts.issuedAt);
}
