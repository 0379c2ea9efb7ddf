// Covers docs/reference/options.md: merging

import { now, ordinaryPoll } from "../votes/testing/ordinary";
import { isUndoable, type MergeFacts, mayMergeOptions } from "./may-merge-options";
import { ordinaryOption } from "./testing/option";

const option = ordinaryOption();
const target = ordinaryOption({ id: 21n });
const usual: MergeFacts = {
  poll: ordinaryPoll(),
  option,
  target,
  isMerged: false,
  decided: false,
  hasOptions: false,
  votes: 100_000,
  comments: 5_000,
};

test.each<[string, Partial<MergeFacts>]>([
  ["two options of a voting", {}],
  ["an option that waits for approval", { option: { ...option, approvalState: "unreviewed" } }],
  ["an option whose fee is not paid", { option: { ...option, paid: false } }],
  ["ideas of a collection", { poll: ordinaryPoll({ type: "Polls::Collection" }) }],
])("%s can be merged", (_, facts) => {
  expect(mayMergeOptions({ ...usual, ...facts })).toEqual({ allowed: true });
});

test.each<[string, Partial<MergeFacts>, string]>([
  ["an option and itself", { target: option }, "not_mergeable"],
  ["steps of a survey", { poll: ordinaryPoll({ type: "Polls::Survey" }) }, "not_mergeable"],
  [
    "options of a comparison",
    { poll: ordinaryPoll({ type: "Polls::PairwiseComparison" }) },
    "not_mergeable",
  ],
  [
    "options whose votes are paid for",
    { poll: ordinaryPoll({ settings: { voting_fee_type: "voting_fee" } }) },
    "not_mergeable",
  ],
  ["questions", { option: { ...option, type: "Options::InputOption" } }, "not_mergeable"],
  ["a category", { target: { ...target, type: "Options::OptionCategory" } }, "not_mergeable"],
  ["an option below another one", { option: { ...option, parentId: 1n } }, "not_mergeable"],
  ["a target below another option", { target: { ...target, parentId: 1n } }, "not_mergeable"],
  ["an archived option", { option: { ...option, archived: true } }, "not_mergeable"],
  [
    "a target that members do not see",
    { target: { ...target, approvalState: "unreviewed" } },
    "not_mergeable",
  ],
  ["a target whose fee is not paid", { target: { ...target, paid: false } }, "not_mergeable"],
  ["an option with options below it", { hasOptions: true }, "not_mergeable"],
  ["an option with too many votes", { votes: 100_001 }, "not_mergeable"],
  ["options with too many comments", { comments: 5_001 }, "not_mergeable"],
  ["a final date", { decided: true }, "option_decided"],
  ["a merged option", { isMerged: true }, "option_merged"],
])("%s cannot be merged", (_, facts, because) => {
  expect(mayMergeOptions({ ...usual, ...facts })).toEqual({ allowed: false, because });
});

test("a merge can be undone for a day, unless its target is merged too", () => {
  const merged = (agoMs: number, targetIsMerged = false) => ({
    mergedAt: new Date(now.getTime() - agoMs),
    targetIsMerged,
  });
  const dayMs = 24 * 3_600_000;
  expect(
    [merged(0), merged(dayMs - 1), merged(dayMs), merged(0, true)].map((one) =>
      isUndoable(one, now),
    ),
  ).toEqual([true, true, false, false]);
});
