import type { PrismaQueryable } from "@polls/db";
import { participationKinds, payableStates, submissionKinds } from "@polls/domain/payments";
import { payUrl } from "./pay-url";

const live = { state: { in: [...payableStates] }, endedAt: null };

/** Where participants pay what they owe or may give; without those who have nothing to pay (decisions 10). */
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

/** Where the fee of an option, or a donation for it, is paid; undefined: nothing is to be paid. */
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
