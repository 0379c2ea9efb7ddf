import { seal, unseal } from "@polls/db";
import { z } from "zod";
import type { DerivedKeys } from "../../derived-keys";

/** How long the token of a page is good for (docs/reference/pages.md#page-tokens). */
export const PAGE_TOKEN_SECONDS = 900;

const PREFIX = "pst_";
const CONTEXT = "page token";

const Facts = z.object({
  /** The account that the visitor is an anonymous user of. */
  accountId: z.string().transform(BigInt),
  /** The only poll that the token is good for. */
  pollId: z.string().transform(BigInt),
  identifier: z.string(),
  expiresAt: z.number(),
});

export type PageVisit = z.output<typeof Facts>;

/** Whether a bearer token was made for a page, by its form. */
export const isPageToken = (token: string): boolean => token.startsWith(PREFIX);

/** A token for a visit. It is sealed, so that no row is stored for it. */
export function newPageToken(
  { pageTokens }: Pick<DerivedKeys, "pageTokens">,
  visit: Omit<PageVisit, "expiresAt">,
  now: Date,
): string {
  const facts: z.input<typeof Facts> = {
    accountId: String(visit.accountId),
    pollId: String(visit.pollId),
    identifier: visit.identifier,
    expiresAt: now.getTime() + PAGE_TOKEN_SECONDS * 1_000,
  };
  const sealed = seal(pageTokens.signing, JSON.stringify(facts), CONTEXT);
  return PREFIX + Buffer.from(sealed).toString("base64url");
}

/** The visit that a token was made for; undefined for one that is not ours or has expired. */
export function openPageToken(
  { pageTokens }: Pick<DerivedKeys, "pageTokens">,
  token: string,
  now: Date,
): PageVisit | undefined {
  try {
    const sealed = Buffer.from(token.slice(PREFIX.length), "base64url");
    const visit = Facts.parse(JSON.parse(unseal(pageTokens.all, sealed, CONTEXT)));
    return visit.expiresAt > now.getTime() ? visit : undefined;
  } catch {
    return undefined;
  }
}
