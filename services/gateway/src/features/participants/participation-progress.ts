import { optionFromRow } from "@polls/db/rows";
import type { PrismaQueryable } from "@polls/db/sql";
import { votesOfParticipants } from "@polls/db/votes";
import { type SurveyAnswer, skippedSteps } from "@polls/domain/branching";
import { groupBy } from "@polls/domain/grouping";
import { isOffered, isPublic, type Option } from "@polls/domain/options";
import {
  isSurveyAnswerMissing,
  isSurveyComplete,
  type Participant,
  type ParticipantDerived,
  requiredOptionVotesComplete,
  type SurveyFacts,
  type SurveyStepFacts,
  surveyVotesLeft,
} from "@polls/domain/participants";
import { pollTypes } from "@polls/domain/poll-types";
import type { Poll } from "@polls/domain/polls";
import { type Vote, voteSettingsOfPoll, votesLeft, votingRules } from "@polls/domain/votes";

/** Computes `complete` and `required_option_votes_complete` for participants of one poll. */
export interface ParticipationProgress {
  readonly of: (participant: Participant) => ParticipantDerived;
  /** Whether a mandatory answer of the participant is missing. Held votes are answers too. */
  readonly lacksAnswers: (participant: Participant, held: readonly HeldAnswer[]) => boolean;
  /** The votes that the participant must still cast in a survey, or the dots to spend. Held votes are votes too. */
  readonly votesLeft: (participant: Participant, held: readonly HeldAnswer[]) => number;
}

type HeldAnswer = Pick<Vote, "optionId" | "value" | "text">;

const asksForAllOptions = ({ settings }: Poll): boolean =>
  settings.option_vote_requirement === "all_options";

/** Loads the progress of participants with two queries. Most polls need none. */
export async function loadProgress(
  queryable: PrismaQueryable,
  poll: Poll,
  participants: readonly Participant[],
): Promise<ParticipationProgress> {
  const isSurvey = pollTypes.get(poll.type).hasSteps;
  if ((!isSurvey && !asksForAllOptions(poll)) || participants.length === 0) {
    return { of: () => ({}), lacksAnswers: () => false, votesLeft: () => 0 };
  }
  const rows = await queryable.prisma.option.findMany({
    where: { pollId: poll.id },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  const options = rows.map(optionFromRow);
  const ids = participants.map(({ id }) => id);
  const stored = await votesOfParticipants(queryable, ids);
  const votes = groupBy(stored, ({ participantId }) => participantId);
  const steps = stepsOf(options);
  const byId = new Map(options.map((option) => [option.id, option]));
  const parentOf = (option: Option | undefined) =>
    option?.parentId === undefined ? undefined : byId.get(option.parentId);
  const votable = options.filter(
    (option) =>
      isPublic(option) && votingRules(poll, { option, parent: parentOf(option) }) !== undefined,
  );
  const answerOf = (vote: HeldAnswer): [string, SurveyAnswer] => {
    const option = byId.get(vote.optionId);
    const { value, text } = vote;
    const stepId = parentOf(option)?.publicId ?? "";
    return [option?.publicId ?? "", { stepId, value, text, inputType: option?.inputType }];
  };

  const isOfferedTo =
    ({ ownerKey }: Participant) =>
    ({ optionId }: Vote): boolean => {
      const option = byId.get(optionId);
      const lineage = [option, parentOf(option)].filter((one) => one !== undefined);
      return isOffered(lineage, ownerKey);
    };
  const surveyOf = (
    participant: Participant,
    held: readonly HeldAnswer[] = [],
  ): Omit<SurveyFacts, "reportedComplete"> => ({
    poll,
    steps,
    ownerKey: participant.ownerKey,
    answers: new Map([...(votes.get(participant.id) ?? []), ...held].map(answerOf)),
  });
  const askedOptions = (participant: Participant): readonly bigint[] => {
    const skipped = skippedSteps(
      steps.map(({ step }) => step),
      surveyOf(participant).answers,
    );
    const isAsked = ({ parentId }: Option): boolean =>
      parentId === undefined || !skipped.has(byId.get(parentId)?.publicId ?? "");
    return votable.filter(isAsked).map(({ id }) => id);
  };
  return {
    of(participant) {
      const own = votes.get(participant.id) ?? [];
      return {
        ...(isSurvey && {
          complete: isSurveyComplete({
            ...surveyOf(participant),
            reportedComplete: participant.complete,
          }),
        }),
        ...(asksForAllOptions(poll) && {
          requiredOptionVotesComplete: requiredOptionVotesComplete({
            votableOptionIds: askedOptions(participant),
            categoryIds: poll.votingCategories.map(({ id }) => id),
            votes: own,
            votesLeft: isSurvey
              ? surveyVotesLeft(surveyOf(participant))
              : votesLeft(voteSettingsOfPoll(poll.settings), {
                  votes: own.filter(isOfferedTo(participant)),
                  options: votable.length,
                  categories: Math.max(1, poll.votingCategories.length),
                  allDots: poll.settings.require_all_dots,
                }),
          }),
        }),
      };
    },
    lacksAnswers: (participant, held) =>
      isSurvey && isSurveyAnswerMissing(surveyOf(participant, held)),
    votesLeft: (participant, held) => (isSurvey ? surveyVotesLeft(surveyOf(participant, held)) : 0),
  };
}

/** The answers of a participant that wait for its confirmation (docs/reference/opt-in.md). */
export async function loadHeldAnswers(
  queryable: PrismaQueryable,
  { pollId, id: participantId }: Participant,
): Promise<readonly HeldAnswer[]> {
  const rows = await queryable.prisma.heldVote.findMany({
    where: { pollId, participantId },
    select: { optionId: true, value: true, text: true },
  });
  return rows.map(({ optionId, value, text }) => ({
    optionId,
    value: value?.toNumber(),
    text: text ?? undefined,
  }));
}

/** The survey steps in order, with the options below them that members see. */
function stepsOf(options: readonly Option[]): SurveyStepFacts[] {
  const shown = options.filter(isPublic);
  const byParent = groupBy(shown, ({ parentId }) => parentId);
  const steps = byParent.get(undefined) ?? [];
  return steps.map((step) => ({ step, children: byParent.get(step.id) ?? [] }));
}
