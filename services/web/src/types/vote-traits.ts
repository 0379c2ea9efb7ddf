import type { Poll } from "@polls/client";

/** Whether a counting method defines equal ranks. */
export const takesEqualRanks = (method: Poll["settings"]["counting_method"]): boolean =>
  method === "ranked_pairs" || method === "schulze" || method === "ranked_robin";

type VoteClass = Poll["settings"]["vote_type"] | null;

/** Whether votes of a class are a yes, a maybe or a no. */
export const hasMaybe = (type: VoteClass): boolean => type === "Votes::YesNoMaybeVote";

/** Whether votes of a class are opinions. Results show their values in the tones of a yes, a maybe and a no. */
export const isOpinion = (type: VoteClass): boolean =>
  type === "Votes::BooleanVote" || hasMaybe(type);

/** Whether votes of a class only choose an option. Such an option can ask for another answer. */
export const onlyChooses = (type: VoteClass): boolean => type === "Votes::UpVote";
