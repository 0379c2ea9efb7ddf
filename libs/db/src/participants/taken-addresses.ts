import type { PrismaQueryable } from "../sql/queryable";

/** Whether another participant of the poll has confirmed the address of an opt-in. */
export async function isAddressTaken(
  { prisma }: PrismaQueryable,
  {
    pollId,
    address,
    participantId,
  }: { readonly pollId: bigint; readonly address: string; readonly participantId: bigint },
): Promise<boolean> {
  const confirmed = await prisma.optIn.findFirst({
    where: { pollId, address, confirmedAt: { not: null }, participantId: { not: participantId } },
    select: { id: true },
  });
  return confirmed !== null;
}
