import type { PrismaQueryable } from "@polls/db";
import { participationKinds, payableStates, submissionKinds } from "@polls/domain/payments";

/** The page of a payment. */
export const payUrl = (baseUrl: URL, token: string): string => `${baseUrl.origin}/pay/${token}`;

const live = { state: { in: [...payableStates] }, endedAt: null };

/** The pay pages of the fees or donations of participants, by participant. */
export async function paymentUrlsOfParticipants(
  queryable: PrismaQueryable,
  participantIds: readonly bigint[],
  baseUrl: URL,
): Promise<ReadonlyMap<bigint, string>> {
  if (participantIds.length === 0) return new Map();
  const rows = await queryable.prisma.payment.findMany({
    where: {
      ...live,
      participantId: { in: [...participantIds] },
      kind: { in: [...participationKinds] },
    },
    select: { participantId: true, token: true },
    orderBy: { id: "asc" },
  });
  return new Map(
    rows.flatMap(({ participantId, token }) =>
      participantId === null ? [] : [[participantId, payUrl(baseUrl, token)] as const],
    ),
  );
}

/** The pay page of the fee or donation of an option; undefined: there is none. */
export async function paymentUrlOfOption(
  queryable: PrismaQueryable,
  optionId: bigint,
  baseUrl: URL,
): Promise<string | undefined> {
  const row = await queryable.prisma.payment.findFirst({
    where: { ...live, optionId, kind: { in: [...submissionKinds] } },
    select: { token: true },
  });
  return row === null ? undefined : payUrl(baseUrl, row.token);
}
