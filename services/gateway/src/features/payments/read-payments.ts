import { findPaymentTotals, type PaymentTotals } from "@polls/db/payments";
import { paymentFromRow } from "@polls/db/rows";
import type { PrismaQueryable, Queryable } from "@polls/db/sql";
import { shownName } from "@polls/domain/participants";
import { isFailing, type Payment } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { NotFound } from "@polls/domain/refusals";
import { type ListPage, windowOf } from "../../http/replies/pagination";

/** A payment with the public ids of its objects. Ids of deleted objects are missing. */
export interface ListedPayment {
  readonly payment: Payment;
  readonly updatedAt: Date;
  readonly participantPublicId: string | undefined;
  readonly optionPublicId: string | undefined;
  readonly payerName: string | undefined;
  readonly payerEmail: string | undefined;
  readonly inquiry: { readonly openedAt: Date; readonly dueAt: Date | null } | undefined;
  /** Why the payer does not get the money back. Undefined: nothing failed. */
  readonly refundFailure: string | undefined;
}

export async function paymentTotals(
  queryable: Queryable,
  { id }: Pick<Poll, "id">,
): Promise<PaymentTotals[]> {
  return [...(await findPaymentTotals(queryable, id))];
}

/** One page of a poll's payments, newest first, or in anonymous polls by their ids, which are random. */
export async function listPayments(
  queryable: PrismaQueryable,
  poll: Pick<Poll, "id" | "settings">,
  page: ListPage,
): Promise<{ readonly payments: readonly ListedPayment[]; readonly total: number }> {
  const pollId = poll.id;
  const rows = await queryable.prisma.payment.findMany({
    where: { pollId },
    orderBy: poll.settings.anonymize_voter_names ? { publicId: "asc" } : { id: "desc" },
    ...windowOf(page),
  });
  const total = await queryable.prisma.payment.count({ where: { pollId } });
  return { payments: await listed(queryable, poll, rows), total };
}

/** Finds one payment of a poll. Throws 404 if the poll has none with this id. */
export async function findPayment(
  queryable: PrismaQueryable,
  poll: Pick<Poll, "id" | "settings">,
  publicId: string,
): Promise<ListedPayment> {
  const row = await queryable.prisma.payment.findFirst({ where: { pollId: poll.id, publicId } });
  const [found] = row === null ? [] : await listed(queryable, poll, [row]);
  if (found === undefined) throw new NotFound("Payment");
  return found;
}

type PaymentRow = Parameters<typeof paymentFromRow>[0];

async function listed(
  queryable: PrismaQueryable,
  poll: Pick<Poll, "settings">,
  rows: readonly PaymentRow[],
): Promise<ListedPayment[]> {
  const idsOf = (ids: readonly (bigint | null)[]) => ({ in: ids.filter((id) => id !== null) });
  const participants = await queryable.prisma.participant.findMany({
    where: { id: idsOf(rows.map(({ participantId }) => participantId)) },
    select: { id: true, publicId: true, userName: true, optinEmail: true },
  });
  const options = await queryable.prisma.option.findMany({
    where: { id: idsOf(rows.map(({ optionId }) => optionId)) },
    select: { id: true, publicId: true, authorName: true },
  });
  const failed = await queryable.prisma.refund.findMany({
    where: { paymentId: { in: rows.map(({ id }) => id) }, state: "failed", failure: { not: null } },
    orderBy: { id: "asc" },
  });
  const participantOf = byId(participants);
  const optionOf = byId(options);
  return rows.map((row) => {
    const participant = participantOf(row.participantId);
    const option = optionOf(row.optionId);
    const name =
      participant === undefined
        ? row.kind.startsWith("submission_") && option?.authorName
        : shownName({ ...participant, userName: participant.userName ?? undefined }, poll);
    const payment = paymentFromRow(row);
    const failing = failed.filter((one) => one.paymentId === row.id && isFailing(one, payment));
    const isOwed = payment.state === "paid" && payment.refunded < payment.received;
    const shared = {
      updatedAt: row.updatedAt,
      optionPublicId: option?.publicId,
      inquiry: row.inquiryOpenedAt
        ? { openedAt: row.inquiryOpenedAt, dueAt: row.inquiryDueAt }
        : undefined,
      refundFailure: isOwed ? (failing.at(-1)?.failure ?? undefined) : undefined,
    };
    // The provider knows the payer of a payment, so nothing may lead from it to the participant.
    if (participant !== undefined && poll.settings.anonymize_voter_names) {
      const none = { participantPublicId: undefined, payerName: undefined, payerEmail: undefined };
      return { ...shared, ...none, payment: { ...payment, votePublicId: undefined } };
    }
    return {
      ...shared,
      payment,
      participantPublicId: participant?.publicId,
      payerName: name || undefined,
      payerEmail: participant?.optinEmail ?? undefined,
    };
  });
}

function byId<Row extends { readonly id: bigint }>(rows: readonly Row[]) {
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id: bigint | null): Row | undefined => (id === null ? undefined : found.get(id));
}
