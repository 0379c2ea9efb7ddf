import { optionTypes } from "../option-types";
import type { Participant } from "../participants/participant";
import type { Poll } from "../polls/poll";
import type { VoteRefusalCode } from "./vote-refusals";
import { type OptionFacts, type VotingRules, votingRules } from "./voting-rules";

/** Rules for votes on the option, or why this participant may not vote on it. */
export type Acceptance =
  | { readonly ok: true; readonly rules: VotingRules }
  | { readonly ok: false; readonly code: VoteRefusalCode };

/**
 * Whether the participant may vote on the option, apart from when: the jury, own options, options
 * that take no votes and doors that are not open yet (decisions 3, 4, 6).
 */
export function acceptance(
  poll: Poll,
  participant: Pick<Participant, "jury" | "ownerKey">,
  facts: OptionFacts,
  now: Date,
): Acceptance {
  const { settings } = poll;
  const { option } = facts;
  if (settings.jury_mode && !participant.jury) return refused("jury_only");
  if (settings.prevent_vote_for_own_options && option.ownerKey === participant.ownerKey) {
    return refused("own_option");
  }
  const rules = votingRules(poll, facts);
  if (rules === undefined) return refused("option_not_votable");
  const opens = optionTypes.get(option.type).opensAtStartDate ? option.startDate : undefined;
  if (opens !== undefined && now < opens) return refused("option_not_open");
  return { ok: true, rules };
}

const refused = (code: VoteRefusalCode): Acceptance => ({ ok: false, code });
