import { createHmac } from "node:crypto";
import type { PrismaQueryable } from "@polls/db";
import { TooManyRequests } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import { networkOf } from "../../http/request/client-address";

export const REPORT_MAX = 1_000;

const PER_HOUR = 10;
const HOUR_MS = 3_600_000;

export interface Report {
  readonly pollId: bigint;
  readonly text: string;
  /** The identifier of the visitor's cookie. Undefined: the network of the client stands for the reader. */
  readonly visitor: string | undefined;
  readonly clientAddress: string;
  readonly now: Date;
}

/**
 * Stores a report, one for each reader and poll: later ones of the same reader change nothing. Throws 429 above ten an
 * hour from one network (docs/reference/pages.md#reports-of-abuse).
 */
export async function reportAbuse(
  { prisma }: PrismaQueryable,
  { pollId, text, visitor, clientAddress, now }: Report,
  { storedKeys, rateLimiter }: Pick<Deps, "storedKeys" | "rateLimiter">,
): Promise<void> {
  const network = networkOf(clientAddress);
  const budget = rateLimiter.take(`report:${network}`, PER_HOUR, HOUR_MS);
  if (!budget.allowed) throw new TooManyRequests(budget.resetSeconds);
  const { userIdentifiers } = await storedKeys();
  const reader = visitor === undefined ? `network ${network}` : `visitor ${visitor}`;
  const reporterKey = createHmac("sha256", userIdentifiers)
    .update(`report of ${pollId} by ${reader}`)
    .digest();
  await prisma.abuseReport.createMany({
    data: [{ pollId, reporterKey: new Uint8Array(reporterKey), text, createdAt: now }],
    skipDuplicates: true,
  });
}
