import type { Actor, OwnerKey } from "../../access/actor";
import type { Option } from "../../options/option";
import { optionSettingsOf } from "../../options/option-settings";
import type { Participant } from "../../participants/participant";
import type { AmountRules } from "../../payments/currencies";
import { defaultPollType, pollTypes } from "../../poll-types";
import type { Poll } from "../../polls/poll";
import { type PollSettings, pollSettingsOf } from "../../polls/settings";
import type { ListedVote } from "../vote";
import type { OptionFacts } from "../voting-rules";

export const euros: AmountRules = { currency: "eur", step: 1, least: 50, most: 99_999_999 };

/** An ordinary poll, participant, option and moment. A test names the differences. */
export const now = new Date("2030-05-15T12:00:00.000Z");

export const voter: Actor = { kind: "anonymous_user", accountId: 1n, ownerKey: "anonymous:ann" };
export const stranger: Actor = { kind: "anonymous_user", accountId: 1n, ownerKey: "anonymous:bob" };

type PollDifference = Partial<Omit<Poll, "settings">> & {
  readonly settings?: Partial<PollSettings>;
};

export function ordinaryPoll({ settings, ...difference }: PollDifference = {}): Poll {
  const type = difference.type ?? defaultPollType;
  return {
    id: 1n,
    memberHash: "member",
    adminHash: "admin",
    type,
    title: "Lunch",
    description: undefined,
    location: undefined,
    creatorName: undefined,
    creatorEmail: undefined,
    status: "active",
    closedAt: undefined,
    passwordHash: undefined,
    settings: { ...pollSettingsOf(type, settings ?? {}), ...settings },
    votingCategories: [],
    ownerAccountId: 1n,
    ownerOrganizationId: undefined,
    createdByAccountId: 1n,
    version: 1,
    createdAt: now,
    updatedAt: now,
    ...difference,
  };
}

export const ordinaryParticipant = (difference: Partial<Participant> = {}): Participant => ({
  id: 10n,
  publicId: "participant-10",
  pollId: 1n,
  ownerKey: "anonymous:ann",
  userName: "Ann",
  additionalAttributes: {},
  optinEmail: undefined,
  confirmedAt: now,
  complete: false,
  fraudulent: false,
  jury: false,
  paid: undefined,
  placeUntil: undefined,
  place: "taken",
  changedByAdmin: false,
  linkRevision: 0,
  termsAccepted: undefined,
  privacyPolicyAccepted: undefined,
  createdAt: now,
  updatedAt: now,
  ...difference,
});

type OptionDifference = Partial<Pick<Option, "id" | "type" | "inputType" | "startDate">> & {
  readonly ownerKey?: OwnerKey;
  readonly settings?: Partial<Option["settings"]>;
};

const ordinaryType = pollTypes.get(defaultPollType).optionTypes[0];

export const ordinaryOption = ({
  settings,
  ...difference
}: OptionDifference = {}): OptionFacts["option"] & { readonly publicId: string } => ({
  id: 100n,
  publicId: "option-1",
  type: ordinaryType,
  ownerKey: undefined,
  inputType: undefined,
  startDate: undefined,
  settings: { ...optionSettingsOf({}), ...settings },
  ...difference,
});

export const optionFacts = (difference: Partial<OptionFacts> = {}): OptionFacts => ({
  option: ordinaryOption(),
  parent: undefined,
  visible: true,
  offered: true,
  placesTaken: 0,
  votableOptions: undefined,
  fileIds: [],
  ...difference,
});

/** A stored vote of the ordinary participant on the ordinary option. */
export const storedVote = (
  difference: Partial<ListedVote> & Pick<ListedVote, "type">,
): ListedVote => ({
  publicId: "vote-1",
  participantId: 10n,
  optionId: 100n,
  loserOptionId: undefined,
  votingCategoryId: undefined,
  voteDate: undefined,
  value: 1,
  text: undefined,
  paidVotes: undefined,
  placeUntil: undefined,
  skipped: false,
  stepId: undefined,
  placeless: false,
  offered: true,
  ...difference,
});
