import { findPayablePayments } from "@polls/db/payments";
import type { Transaction } from "@polls/db/sql";
import type { VotedOption } from "@polls/domain/options";
import type { Voter } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import type { Purchase, Vote } from "@polls/domain/votes";
import { endPayments } from "@polls/jobs/outbox";
import type { Language } from "@polls/markup";
import type { Config } from "../../config";
import { nameForParticipants } from "../../pages/languages/name-for-participants";
import { payUrl } from "./payment-urls";
import { requirePayments } from "./require-payments";
import { type PaymentDraft, storePayments } from "./store-payment";

/** Votes that must be paid before they count (docs/reference/payments.md#sold-votes). */
export interface BoughtVote {
  readonly poll: Poll;
  readonly participant: Voter;
  readonly option: VotedOption;
  readonly vote: Pick<Vote, "publicId" | "value" | "paidVotes">;
  readonly purchase: Purchase;
  /** Whether the vote existed before. Only then can it already have a payment. */
  readonly replaces: boolean;
  /** The language of the payer, who reads what the option is called. */
  readonly language: Language;
}

/** In the transaction of the votes. Returns the URLs of the pay pages, in order. */
export type OpenPurchases = (
  tx: Transaction,
  bought: readonly BoughtVote[],
) => Promise<readonly string[]>;

/**
 * Sells votes in one currency. Throws 503 without a payment provider. The participant of a vote is
 * locked, so a vote has one payment at a time. A payment of the same purchase is kept, and a
 * different one is replaced.
 */
export const createOpenPurchases =
  (config: Pick<Config, "payments" | "baseUrl">, clock: () => Date): OpenPurchases =>
  async (tx, bought) => {
    const { currency } = requirePayments(config);
    const now = clock();
    const live = await findPayablePayments(
      tx,
      bought.filter(({ replaces }) => replaces).map(({ vote }) => vote.publicId),
    );
    const fresh = bought.filter(({ vote, purchase }) => !isOf(live.get(vote.publicId), purchase));
    const replaced = fresh.flatMap(({ vote }) => live.get(vote.publicId) ?? []);
    await endPayments(tx, replaced, now);
    const tokens = await storePayments(tx, draftsOf(fresh), { currency, now });
    const tokenOf = new Map(fresh.map(({ vote }, index) => [vote.publicId, tokens[index]]));
    return bought.map(({ poll, vote: { publicId } }) =>
      payUrl(config.baseUrl, poll.id, tokenOf.get(publicId) ?? live.get(publicId)?.token ?? ""),
    );
  };

export async function endPurchases(
  tx: Transaction,
  votePublicIds: readonly string[],
  now: Date,
): Promise<void> {
  const live = await findPayablePayments(tx, votePublicIds);
  await endPayments(tx, [...live.values()], now);
}

const isOf = (
  payment: { readonly quantity: number; readonly unitAmount: number | null } | undefined,
  { quantity, amount }: Purchase,
): boolean =>
  payment !== undefined &&
  payment.quantity === quantity &&
  payment.unitAmount === amount / quantity;

/** Votes on the same option share its name, because a date takes 50 µs to format. */
function draftsOf(bought: readonly BoughtVote[]): readonly PaymentDraft[] {
  const names = new Map<string, string>();
  return bought.map(({ poll, participant, option, vote, purchase, language }) => {
    const key = `${option.id} ${language}`;
    const subject = names.get(key) ?? nameForParticipants(option, poll, language);
    names.set(key, subject);
    return {
      kind: "votes",
      pollId: poll.id,
      participantId: participant.id,
      optionId: option.id,
      votePublicId: vote.publicId,
      pollTitle: poll.title,
      subject,
      quantity: purchase.quantity,
      unitAmount: purchase.amount / purchase.quantity,
    };
  });
}
