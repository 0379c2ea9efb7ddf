import type { Payment, PaymentKind, PaymentState, Rejection } from "@polls/domain/payments";
import type { Payment as PaymentRow } from "../generated/prisma/client";

/** Converts a row of `payments`. Its amounts are exact as numbers. */
export const paymentFromRow = (row: PaymentRow): Payment => ({
  id: row.id,
  publicId: row.publicId,
  token: row.token,
  kind: row.kind as PaymentKind,
  pollId: row.pollId,
  participantId: row.participantId ?? undefined,
  optionId: row.optionId ?? undefined,
  votePublicId: row.votePublicId ?? undefined,
  pollTitle: row.pollTitle,
  subject: row.subject ?? undefined,
  quantity: row.quantity,
  unitAmount: amountFrom(row.unitPrice ?? row.unitAmount),
  currency: row.currency,
  state: row.state as PaymentState,
  received: Number(row.received),
  refunded: Number(row.refunded),
  credited: row.credited,
  rejection: (row.rejection ?? undefined) as Rejection | undefined,
  acceptedAt: row.acceptedAt ?? undefined,
  endedAt: row.endedAt ?? undefined,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

const amountFrom = (stored: bigint | number | null): number | undefined =>
  stored === null ? undefined : Number(stored);
