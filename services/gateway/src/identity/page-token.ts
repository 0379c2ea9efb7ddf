import { providerIds } from "@polls/domain/access";
import { z } from "zod";
import type { DerivedKeys } from "../derived-keys";
import { openText, sealText } from "./sealed-text";

/** How long the token of a page is valid (docs/reference/pages.md#page-tokens). */
export const PAGE_TOKEN_SECONDS = 900;

const PREFIX = "pst_";
/** Of tokens for pages under another address than `BASE_URL`, which load files from there. */
const ELSEWHERE_PREFIX = `${PREFIX}e.`;
const CONTEXT = "page token";

const bigint = z.codec(z.string(), z.bigint(), { decode: BigInt, encode: String });

const Grant = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("visitor"),
    /** The account of which the visitor is an anonymous user. */
    accountId: bigint,
    /** The only poll for which the token is valid. */
    pollId: bigint,
    identifier: z.string(),
    /** The visitor acts for the owner of a participant whose personal link it opened. */
    linked: z.boolean().optional(),
    /** The provider at which the visitor proved to be one person. */
    provenBy: z.enum(providerIds).optional(),
  }),
  z.object({
    kind: z.literal("account"),
    /** The session of the token. The token ends with it. */
    sessionId: bigint,
  }),
]);

const Facts = z.object({ grant: Grant, expiresAt: z.number() });

export type PageGrant = z.output<typeof Grant>;

export const isPageToken = (token: string): boolean => token.startsWith(PREFIX);

/** Whether a page token is for a page under another address than `BASE_URL`. */
export const isPageElsewhere = (token: string): boolean => token.startsWith(ELSEWHERE_PREFIX);

/** Creates a page token. It is sealed, so no row is stored for it. */
export function newPageToken(
  { pageTokens }: Pick<DerivedKeys, "pageTokens">,
  grant: PageGrant,
  { now, isElsewhere }: { readonly now: Date; readonly isElsewhere: boolean },
): string {
  const expiresAt = now.getTime() + PAGE_TOKEN_SECONDS * 1_000;
  const facts = z.encode(Facts, { grant, expiresAt });
  return (isElsewhere ? ELSEWHERE_PREFIX : PREFIX) + sealText(pageTokens, facts, CONTEXT);
}

/** Returns the actor of a page token. Undefined if the token is forged or expired. */
export function openPageToken(
  { pageTokens }: Pick<DerivedKeys, "pageTokens">,
  token: string,
  now: Date,
): PageGrant | undefined {
  const text = token.slice((isPageElsewhere(token) ? ELSEWHERE_PREFIX : PREFIX).length);
  const facts = openText(pageTokens, text, CONTEXT, Facts);
  return facts !== undefined && facts.expiresAt > now.getTime() ? facts.grant : undefined;
}
