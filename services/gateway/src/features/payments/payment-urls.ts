import type { BaseUrl } from "@polls/config";
import { findPayablePayments } from "@polls/db/payments";
import { markOfId } from "@polls/db/shards";
import type { PrismaQueryable, Queryable } from "@polls/db/sql";
import { participationKinds, payableStates, submissionKinds } from "@polls/domain/payments";

export const payUrl = (baseUrl: BaseUrl, pollId: bigint, token: string): string =>
  baseUrl.url(`/pay/${token}${markOfId(pollId)}`);

export const connectUrl = (baseUrl: BaseUrl, token: string): string =>
  baseUrl.url(`/connect/${token}`);

const live = { state: { in: [...payableStates] }, endedAt: null };

/** The pay pages for the fees or donations of participants, by participant. */
export async function paymentUrlsOfParticipants(
  queryable: PrismaQueryable,
  participantIds: readonly bigint[],
  baseUrl: BaseUrl,
): Promise<ReadonlyMap<bigint, string>> {
  if (participantIds.length === 0) return new Map();
  const rows = await queryable.prisma.payment.findMany({
    where: {
      ...live,
      participantId: { in: [...participantIds] },
      kind: { in: [...participationKinds] },
    },
    select: { participantId: true, pollId: true, token: true },
    orderBy: { id: "asc" },
  });
  return new Map(
    rows.flatMap(({ participantId, pollId, token }) =>
      participantId === null ? [] : [[participantId, payUrl(baseUrl, pollId, token)] as const],
    ),
  );
}

/** The pay pages of unpaid purchases of a poll, by the public id of the vote. */
export async function payUrlsOfVotes(
  queryable: Queryable,
  pollId: bigint,
  votePublicIds: readonly string[],
  baseUrl: BaseUrl,
): Promise<ReadonlyMap<string, string>> {
  const payments = await findPayablePayments(queryable, votePublicIds);
  return new Map([...payments].map(([id, { token }]) => [id, payUrl(baseUrl, pollId, token)]));
}

/** The pay page for the fee or donation of an option. Undefined if there is none. */
export async function paymentUrlOfOption(
  queryable: PrismaQueryable,
  optionId: bigint,
  baseUrl: BaseUrl,
): Promise<string | undefined> {
  const row = await queryable.prisma.payment.findFirst({
    where: { ...live, optionId, kind: { in: [...submissionKinds] } },
    select: { pollId: true, token: true },
  });
  return row === null ? undefined : payUrl(baseUrl, row.pollId, row.token);
}
