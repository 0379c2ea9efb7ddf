import { z } from "zod";
import type { DerivedKeys } from "../../derived-keys";
import { openText, sealText } from "../../identity/sealed-text";

const PREFIX = "pfs_";
const CONTEXT = "session of a frame";
const LIFETIME_MS = 86_400_000;

const Facts = z.object({ pollId: z.string(), identifier: z.string(), expiresAt: z.number() });

type Keys = Pick<DerivedKeys, "pageTokens">;

/** In a browser without cookies (docs/reference/pages.md#frames-without-cookies). */
export interface FrameSession {
  readonly pollId: bigint;
  readonly identifier: string;
}

/** The text of a session. The page sends it with each exchange. No row is stored. */
export function newFrameSession(
  { pageTokens }: Keys,
  { pollId, identifier }: FrameSession,
  now: Date,
): string {
  const facts = { pollId: String(pollId), identifier, expiresAt: now.getTime() + LIFETIME_MS };
  return PREFIX + sealText(pageTokens, facts, CONTEXT);
}

/** Undefined if there is none in the header, or if it is invalid or expired. */
export function frameSessionOf(
  { pageTokens }: Keys,
  authorization: string | undefined,
  now: Date,
): FrameSession | undefined {
  const [, text] = /^Bearer pfs_([\w-]{1,1000})$/.exec(authorization ?? "") ?? [];
  if (text === undefined) return undefined;
  const facts = openText(pageTokens, text, CONTEXT, Facts);
  if (facts === undefined || facts.expiresAt <= now.getTime()) return undefined;
  return { pollId: BigInt(facts.pollId), identifier: facts.identifier };
}
