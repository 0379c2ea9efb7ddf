import type { PrismaTransaction } from "@polls/db";
import type { Fee } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import type { Config } from "../../config";
import { unavailable } from "../../http/replies/problem";
import { type PaymentDraft, storePayments } from "./store-payment";

/** What a fee is for: taking part, or an option. */
export interface FeeSubject {
  readonly poll: Poll;
  readonly participantId?: bigint;
  readonly option?: { readonly id: bigint; readonly content: string | undefined };
  readonly now: Date;
}

/**
 * Asks for a fee or a donation, in the transaction that makes what it is for. Throws 503 where the
 * deployment has no payment provider: what nobody can pay is not made.
 */
export async function openFee(
  tx: PrismaTransaction,
  fee: Fee,
  { poll, participantId, option, now }: FeeSubject,
  { payments }: Pick<Config, "payments">,
): Promise<void> {
  if (payments === undefined) throw unavailable("This service takes no payments", 3_600);
  const titles = poll.settings;
  const isSubmission = fee.kind === "submission_fee" || fee.kind === "submission_donation";
  const draft: PaymentDraft = {
    ...fee,
    pollId: poll.id,
    participantId,
    optionId: option?.id,
    votePublicId: undefined,
    pollTitle: poll.title,
    subject:
      (isSubmission ? titles.submission_fee_title : titles.voting_fee_title) ?? option?.content,
    quantity: 1,
  };
  await storePayments(tx, [draft], { currency: payments.currency, now });
}
