import type { Poll } from "../polls/poll";
import type { PaymentKind } from "./payment";

export interface Fee {
  readonly kind: Exclude<PaymentKind, "votes">;
  /** In the minor unit. For a donation the suggested amount, if there is one. */
  readonly unitAmount: number | undefined;
}

const positive = (amount: number | undefined): number | undefined =>
  amount !== undefined && amount > 0 ? amount : undefined;

/** The amount that a participant is asked to pay (docs/reference/payments.md#participation-fee). */
export function participationFeeOf({ settings }: Pick<Poll, "settings">): Fee | undefined {
  const unitAmount = positive(settings.voting_fee);
  if (settings.voting_fee_type === "voting_donation")
    return { kind: "voting_donation", unitAmount };
  if (settings.voting_fee_type !== "voting_fee" || unitAmount === undefined) return undefined;
  return { kind: "voting_fee", unitAmount };
}

/** The fee of earlier participants after a change, if it changes (docs/reference/payments.md#changed-fees). */
export function participationFeeAfter(
  before: Pick<Poll, "settings">,
  after: Pick<Poll, "settings">,
): { readonly fee: Fee | undefined } | undefined {
  const [old, fee] = [participationFeeOf(before), participationFeeOf(after)];
  return old?.kind === fee?.kind && old?.unitAmount === fee?.unitAmount ? undefined : { fee };
}

/** What the author of an option is asked to pay; admins nothing (docs/reference/payments.md#submission-fee). */
export function submissionFeeOf({ settings }: Pick<Poll, "settings">): Fee | undefined {
  const unitAmount = positive(settings.submission_fee);
  if (settings.submission_fee_type === "submission_donation") {
    return { kind: "submission_donation", unitAmount };
  }
  if (settings.submission_fee_type !== "submission_fee" || unitAmount === undefined) {
    return undefined;
  }
  return { kind: "submission_fee", unitAmount };
}

const asking = [
  ...(["voting_fee_type", "voting_fee"] as const),
  ...(["submission_fee_type", "submission_fee"] as const),
] as const;

/** The setting by which an update, or a new poll, starts to request money or changes the amount. */
export const settingThatAsks = (
  after: Pick<Poll, "settings">,
  before: Pick<Poll, "settings"> | undefined,
): (typeof asking)[number] | undefined =>
  asking.find((name) => {
    const [value, old] = [after.settings[name], before?.settings[name]];
    const takes = name.startsWith("voting") ? "voting_fee_type" : "submission_fee_type";
    return after.settings[takes] !== undefined && value !== undefined && value !== old;
  });

/** Whether a poll requests money from participants or authors. */
export const takesMoney = ({ settings }: Pick<Poll, "settings">): boolean =>
  (settings.voting_fee_type ?? undefined) !== undefined ||
  (settings.submission_fee_type ?? undefined) !== undefined;
