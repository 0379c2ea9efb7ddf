import { seal, unseal } from "@polls/db/tokens";
import { z } from "zod";
import type { DerivedKeys } from "../../derived-keys";

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
  Buffer.from(
    seal(pageTokens.signing, JSON.stringify({ ...wanted, issuedAt: now.getTime() }), CONTEXT),
  ).toString("base64url");

/** When a challenge was made. Undefined if it is expired, forged, or not for this browser and purpose. */
export function challengeTime(
  { pageTokens }: Keys,
  challenge: string,
  wanted: ChallengeFor,
  now: Date,
): Date | undefined {
  try {
    const sealed = Buffer.from(challenge, "base64url");
    const facts = Facts.parse(JSON.parse(unseal(pageTokens.all, sealed, CONTEXT)));
    const isFor = facts.purpose === wanted.purpose && facts.browser === wanted.browser;
    if (!isFor || now.getTime() >= facts.issuedAt + CHALLENGE_MS) return undefined;
    return new Date(facts.issuedAt);
  } catch {
    return undefined;
  }
}
