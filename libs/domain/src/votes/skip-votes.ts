import { type BranchingStep, type SurveyAnswer, skippedSteps } from "../branching";
import { groupBy } from "../grouping";
import type { ListedVote } from "./vote";

/** The branching of a survey (docs/reference/options.md#branching). */
export interface Branching {
  /** The steps with rules, in order. */
  readonly steps: readonly (BranchingStep & { readonly id: bigint })[];
  /** The options that rules name, by id. */
  readonly named: ReadonlyMap<
    bigint,
    { readonly publicId: string; readonly inputType: string | undefined }
  >;
}

type SurveyVote = Pick<ListedVote, "optionId" | "voteDate" | "value" | "text" | "skipped"> & {
  readonly stepId: bigint | undefined;
};

/** All votes of a participant, marked whether their step is skipped on their day. An unchanged vote stays as it is. */
export function skipVotes<Vote extends SurveyVote>(
  { steps, named }: Branching,
  votes: readonly Vote[],
): readonly Vote[] {
  const publicIds = new Map(steps.map(({ id, publicId }) => [id, publicId]));
  const stepOf = ({ stepId }: SurveyVote): string =>
    (stepId === undefined ? undefined : publicIds.get(stepId)) ?? "";
  const skippedOn = new Map(
    [...groupBy(votes, ({ voteDate }) => voteDate)].map(([day, ofDay]) => {
      const answers = ofDay.flatMap((vote): [string, SurveyAnswer][] => {
        const option = named.get(vote.optionId);
        const { value, text } = vote;
        if (option === undefined) return [];
        const { publicId, inputType } = option;
        return [[publicId, { stepId: stepOf(vote), value, text, inputType }]];
      });
      return [day, skippedSteps(steps, new Map(answers))];
    }),
  );
  return votes.map((vote) => {
    const skipped = skippedOn.get(vote.voteDate)?.has(stepOf(vote)) === true;
    return skipped === vote.skipped ? vote : { ...vote, skipped };
  });
}
