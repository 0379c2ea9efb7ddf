import { insertFees } from "@polls/db/payments";
import type { PrismaTransaction } from "@polls/db/sql";
import { newPublicId } from "@polls/db/tokens";
import { type Fee, participationFeeAfter, participationKinds } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { placeKeptFrom } from "@polls/domain/votes";
import { endPayablePayments } from "@polls/jobs/outbox";
import type { Config } from "../../config";
import { requirePayments } from "./require-payments";

const BATCH = 5_000;

/**
 * Applies a changed fee to earlier participants, in the transaction of the change and under the
 * poll's exclusive lock (docs/reference/payments.md#changed-fees). A fee can only change while
 * there are no votes, so no tally changes. Throws 503 without a payment provider.
 */
export async function followFee(
  tx: PrismaTransaction,
  { before, after, now }: { readonly before: Poll; readonly after: Poll; readonly now: Date },
  config: Pick<Config, "payments">,
): Promise<void> {
  const change = participationFeeAfter(before, after);
  if (change === undefined) return;
  const { fee } = change;
  const pollId = after.id;
  await endPayablePayments(tx, { pollId, kind: { in: [...participationKinds] } }, now);
  await tx.prisma.participant.updateMany({
    where: { pollId, OR: [{ paid: null }, { paid: false }] },
    data:
      fee?.kind === "voting_fee"
        ? { paid: false, placeUntil: placeKeptFrom(now) }
        : { paid: null, placeUntil: null },
  });
  if (fee === undefined) return;
  const askable = await tx.prisma.participant.findMany({
    where: { pollId, OR: [{ paid: null }, { paid: false }] },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  if (askable.length === 0) return;
  const { currency } = requirePayments(config);
  for (let from = 0; from < askable.length; from += BATCH) {
    const ids = askable.slice(from, from + BATCH).map(({ id }) => id);
    await ask(tx, ids, { fee, poll: after, currency, now });
  }
}

/** Their checkouts open when their pages are visited, which may never happen for most. */
async function ask(
  tx: PrismaTransaction,
  participantIds: readonly bigint[],
  of: { readonly fee: Fee; readonly poll: Poll; readonly currency: string; readonly now: Date },
): Promise<void> {
  const { fee, poll, currency, now } = of;
  const payers = participantIds.map((participantId) => ({
    participantId,
    publicId: newPublicId(),
    token: newPublicId(),
  }));
  await insertFees(tx, payers, {
    kind: fee.kind,
    pollId: poll.id,
    pollTitle: poll.title,
    subject: poll.settings.voting_fee_title,
    unitAmount: fee.unitAmount,
    currency,
    now,
  });
}
