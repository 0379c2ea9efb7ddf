import { randomBytes } from "node:crypto";
import { providerIds } from "@polls/domain/access";
import { z } from "zod";
import type { DerivedKeys } from "../../derived-keys";
import { openText, sealText } from "../../identity/sealed-text";
import type { SignInChecks } from "./sign-in-providers";

const CONTEXT = "sign-in by a provider";
const LIFETIME_MS = 600_000;

type Keys = Pick<DerivedKeys, "pageTokens">;

const Facts = z.object({
  provider: z.enum(providerIds),
  /** The id in the cookie of the browser that began. */
  browser: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** The page that opens after the sign-in. */
  returnPath: z.templateLiteral(["/", z.string()]).optional(),
  /** The poll for which a participant proves to be one person. Absent: an account signs in. */
  poll: z.string().optional(),
  expiresAt: z.number(),
});

/** A sign-in that a browser has begun. */
export type SignInAttempt = Omit<z.output<typeof Facts>, "nonce" | "verifier" | "expiresAt">;

const random = (): string => randomBytes(32).toString("base64url");

/** Begins a sign-in. Its facts are sealed in `state`, so that no row is stored for it. */
export function beginAttempt(
  { pageTokens }: Keys,
  attempt: SignInAttempt,
  now: Date,
): SignInChecks {
  const secrets = { nonce: random(), verifier: random() };
  const facts = { ...attempt, ...secrets, expiresAt: now.getTime() + LIFETIME_MS };
  return { ...secrets, state: sealText(pageTokens, facts, CONTEXT) };
}

/** Reads the `state` of a sign-in. Undefined if it is expired, forged, or of another browser. */
export function readAttempt(
  { pageTokens }: Keys,
  state: string,
  { browser, now }: { readonly browser: string | undefined; readonly now: Date },
): { readonly attempt: SignInAttempt; readonly checks: SignInChecks } | undefined {
  const facts = openText(pageTokens, state, CONTEXT, Facts);
  if (facts === undefined) return undefined;
  const { nonce, verifier, expiresAt, ...attempt } = facts;
  if (expiresAt <= now.getTime() || attempt.browser !== browser) return undefined;
  return { attempt, checks: { state, nonce, verifier } };
}
