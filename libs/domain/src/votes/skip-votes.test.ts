import fc from "fast-check";
import { type CastDecision, decideCast } from "./decide-cast";
import { decideInOrder, type VoteWrites } from "./decide-in-order";
import { type Branching, skipVotes } from "./skip-votes";
import { mergeTallyChanges, tallyChange } from "./tally-change";
import {
  euros,
  now,
  optionFacts,
  ordinaryOption,
  ordinaryParticipant,
  ordinaryPoll,
  storedVote,
  voter,
} from "./testing/ordinary";
import type { ListedVote } from "./vote";

const rule = (option_id: string, action: "skip" | "show") => ({
  branch: { rules: [{ when: { option_id, vote: 1 }, action }] },
});
// Option 100 leads to step 2, and option 101 on step 2 to step 3.
const branching: Branching = {
  steps: [
    { id: 2n, publicId: "two", data: rule("a", "show") },
    { id: 3n, publicId: "three", data: rule("b", "show") },
  ],
  named: new Map([
    [100n, { publicId: "a", inputType: undefined }],
    [101n, { publicId: "b", inputType: undefined }],
  ]),
};

const vote = (optionId: bigint, stepId: bigint, difference: Partial<ListedVote> = {}) =>
  storedVote({
    type: "Votes::BooleanVote",
    publicId: `${optionId}`,
    optionId,
    stepId,
    ...difference,
  });

test("with vote_per_day the answers of each day decide on the steps of that day", () => {
  const on = (voteDate: string, value: number) => [
    vote(100n, 1n, { voteDate, value, publicId: `a${voteDate}` }),
    vote(101n, 2n, { voteDate, publicId: `b${voteDate}` }),
  ];
  const votes = [...on("2030-05-14", -1), ...on("2030-05-15", 1)];
  expect(skipVotes(branching, votes).map(({ skipped }) => skipped)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test("after any casts, the tallies have exactly the votes on steps that are not skipped", () => {
  const poll = ordinaryPoll({ settings: { vote_type: "Votes::BooleanVote" } });
  const participant = ordinaryParticipant();
  const cast = fc.record({
    step: fc.constantFrom(0, 1, 2),
    vote: fc.constantFrom(-1, 0, 1),
  });
  fc.assert(
    fc.property(fc.array(cast, { maxLength: 6 }), (casts) => {
      const cases = casts.map(({ step, vote: value }, index) => ({
        poll,
        participant,
        actor: voter,
        access: "member" as const,
        now,
        amounts: euros,
        payeeReady: true,
        voteDate: undefined,
        option: optionFacts({
          option: ordinaryOption({ id: 100n + BigInt(step) }),
          parent: {
            ...ordinaryOption({ id: BigInt(step + 1), type: "Options::SurveyStep" }),
            settings: {
              ...ordinaryOption().settings,
              survey_step_type: "vote",
              survey_step_vote_type: "Votes::BooleanVote",
            },
          },
        }),
        cast: { publicId: `${index}`, vote: value },
      }));
      const decided = decideInOrder(
        cases,
        {
          participantVotes: new Map(),
          offers: new Map(),
          branching: new Map([[participant.id, branching]]),
        },
        (one, state): CastDecision => decideCast({ ...one, ...state }),
      );
      const writes = decided.flatMap((one): VoteWrites[] => (one.writes ? [one.writes] : []));
      const last = new Map(
        writes.flatMap(({ stored }) => stored.map((one) => [one.publicId, one] as const)),
      );
      const votes = [...last.values()];
      expect(skipVotes(branching, votes)).toEqual(votes);
      expect(mergeTallyChanges(writes.map((one) => one.tallyChange))).toEqual(
        tallyChange({ participant, votes: [] }, { participant, votes }),
      );
    }),
  );
});
