import type { PrismaTransaction } from "@polls/db/sql";
import type { Option } from "@polls/domain/options";
import { type Fee, submissionKinds } from "@polls/domain/payments";
import type { Poll } from "@polls/domain/polls";
import { type Language, preferredLanguage } from "@polls/markup";
import type { Config } from "../../config";
import {
  nameForParticipants,
  type OptionToName,
} from "../../pages/languages/name-for-participants";
import { requirePayments } from "./require-payments";
import { type PaymentDraft, storePayments } from "./store-payment";

export interface FeeSubject {
  readonly poll: Poll;
  readonly participantId?: bigint;
  readonly option?: OptionToName & Pick<Option, "id">;
  /** The language of the payer, who reads what the option is called. */
  readonly language?: Language | undefined;
  readonly now: Date;
}

/** In the transaction of the participant or option. Throws 503 without a provider. */
export async function openFee(
  tx: PrismaTransaction,
  fee: Fee,
  { poll, participantId, option, language = preferredLanguage(undefined), now }: FeeSubject,
  config: Pick<Config, "payments">,
): Promise<void> {
  const { currency } = requirePayments(config);
  const titles = poll.settings;
  const isSubmission = submissionKinds.some((kind) => kind === fee.kind);
  const draft: PaymentDraft = {
    ...fee,
    pollId: poll.id,
    participantId,
    optionId: option?.id,
    votePublicId: undefined,
    pollTitle: poll.title,
    subject:
      (isSubmission ? titles.submission_fee_title : titles.voting_fee_title) ??
      (option && nameForParticipants(option, poll, language)),
    quantity: 1,
  };
  await storePayments(tx, [draft], { currency, now });
}
