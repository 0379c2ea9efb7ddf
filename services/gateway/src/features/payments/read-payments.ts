import {
  findPaymentTotals,
  type PaymentTotals,
  type PrismaQueryable,
  paymentFromRow,
  type Queryable,
} from "@polls/db";
import type { Payment } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import { offsetOf, type Page } from "../../http/replies/pagination";

/** A payment with the public ids of its objects; ids of deleted objects are missing. */
export interface ListedPayment {
  readonly payment: Payment;
  readonly updatedAt: Date;
  readonly participantPublicId: string | undefined;
  readonly optionPublicId: string | undefined;
}

/** The totals of a poll's payments, by currency. */
export async function paymentTotals(
  queryable: Queryable,
  { id }: Pick<Poll, "id">,
): Promise<PaymentTotals[]> {
  return [...(await findPaymentTotals(queryable, id))];
}

/** One page of a poll's payments, newest first. */
export async function listPayments(
  queryable: PrismaQueryable,
  { id: pollId }: Pick<Poll, "id">,
  page: Page,
): Promise<{ readonly payments: readonly ListedPayment[]; readonly total: number }> {
  const rows = await queryable.prisma.payment.findMany({
    where: { pollId },
    orderBy: { id: "desc" },
    take: page.perPage,
    skip: offsetOf(page),
  });
  const total = await queryable.prisma.payment.count({ where: { pollId } });
  return { payments: await withPublicIds(queryable, rows), total };
}

/** One payment of a poll; 404 if it has none with this id. */
export async function findPayment(
  queryable: PrismaQueryable,
  { id: pollId }: Pick<Poll, "id">,
  publicId: string,
): Promise<ListedPayment> {
  const row = await queryable.prisma.payment.findFirst({ where: { pollId, publicId } });
  const [listed] = row === null ? [] : await withPublicIds(queryable, [row]);
  if (listed === undefined) throw new NotFound("Payment");
  return listed;
}

type PaymentRow = Parameters<typeof paymentFromRow>[0];

async function withPublicIds(
  queryable: PrismaQueryable,
  rows: readonly PaymentRow[],
): Promise<ListedPayment[]> {
  const idsOf = (ids: readonly (bigint | null)[]) => ({ in: ids.filter((id) => id !== null) });
  const select = { id: true, publicId: true } as const;
  const participants = await queryable.prisma.participant.findMany({
    where: { id: idsOf(rows.map(({ participantId }) => participantId)) },
    select,
  });
  const options = await queryable.prisma.option.findMany({
    where: { id: idsOf(rows.map(({ optionId }) => optionId)) },
    select,
  });
  const publicIds = (found: readonly { readonly id: bigint; readonly publicId: string }[]) =>
    new Map(found.map(({ id, publicId }) => [id, publicId]));
  const participantIds = publicIds(participants);
  const optionIds = publicIds(options);
  return rows.map((row) => ({
    payment: paymentFromRow(row),
    updatedAt: row.updatedAt,
    participantPublicId:
      row.participantId === null ? undefined : participantIds.get(row.participantId),
    optionPublicId: row.optionId === null ? undefined : optionIds.get(row.optionId),
  }));
}
