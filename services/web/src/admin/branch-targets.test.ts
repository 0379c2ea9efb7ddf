// Covers docs/reference/pages.md: managing-on-pages

import type { BranchRule } from "@polls/domain/branching";
import { endingConditions, moveStep, rulesLeadingTo, targetOf } from "./branch-targets";

const red = { option_id: "color", vote_text: "Red" };
const blue = { option_id: "color", vote_text: "Blue" };
const skip = (when: BranchRule["when"]): BranchRule => ({ when, action: "skip" });

/** Steps 0 to 3; the input `color` is on the first one. */
const survey = (...rules: readonly (readonly BranchRule[])[]) =>
  [0, 1, 2, 3].map((at) => ({
    step: { id: `step ${at}`, data: { branch: { rules: rules[at] ?? [] } } },
    children: at === 0 ? [{ id: "color" }] : [],
  }));

test("an answer without rules leads to the next step", () => {
  expect(targetOf(survey(), 0, red)).toBe(1);
});

test("an answer leads to the first step that it does not skip", () => {
  const steps = survey([], [skip(red), skip(blue)], [skip(red)]);
  expect([targetOf(steps, 0, red), targetOf(steps, 0, blue)]).toEqual([3, 2]);
});

test("an answer that skips all later steps leads to the end", () => {
  expect(targetOf(survey([], [skip(red)], [skip(red)], [skip(red)]), 0, red)).toBe(4);
});

test("a rule that shows a step, or has another condition, leads nowhere", () => {
  const steps = survey([], [{ when: red, action: "show" }], [skip({ ...red, vote_text: "Re" })]);
  expect(targetOf(steps, 0, red)).toBe(1);
});

test("a later target adds rules to the steps between, and keeps their other rules", () => {
  expect(rulesLeadingTo(survey([], [skip(blue)]), 0, red, 3)).toEqual([
    { id: "step 1", rules: [skip(blue), skip(red)] },
    { id: "step 2", rules: [skip(red)] },
  ]);
});

test("an earlier target takes rules away, and leaves those of later steps", () => {
  const steps = survey([], [skip(red)], [skip(red), skip(blue)]);
  expect(rulesLeadingTo(steps, 0, red, 1)).toEqual([
    { id: "step 1", rules: [] },
    { id: "step 2", rules: [skip(blue)] },
  ]);
  expect(rulesLeadingTo(steps, 0, red, 3)).toEqual([]);
});

test("a new last step follows the answers that end the survey, and no others", () => {
  const steps = survey([], [skip(red)], [skip(red)], [skip(red), skip(blue)]);
  expect(endingConditions(steps)).toEqual([red]);
});

const rulesIn = ({ steps, lost }: ReturnType<typeof moveStep>) => ({
  rules: Object.fromEntries(
    steps.map(({ step }) => [step.id, (step.data as { branch: { rules: unknown } }).branch.rules]),
  ),
  order: steps.map(({ step }) => step.id),
  lost,
});

test("after a move between, an answer leads to the same step as before", () => {
  const moved = moveStep(survey([], [skip(red)], [], []), 3, 1);
  expect(rulesIn(moved)).toEqual({
    order: ["step 0", "step 3", "step 1", "step 2"],
    rules: { "step 0": [], "step 1": [skip(red)], "step 2": [], "step 3": [skip(red)] },
    lost: [],
  });
});

test("a step that moves behind steps takes their rules about it away, and keeps its target", () => {
  const moved = moveStep(survey([], [skip(red), skip(blue)], [skip(red)], []), 0, 1);
  expect(rulesIn(moved)).toEqual({
    order: ["step 1", "step 0", "step 2", "step 3"],
    rules: { "step 0": [], "step 1": [], "step 2": [skip(red)], "step 3": [] },
    lost: [],
  });
});

test.each([
  ["behind its target", 0, 3],
  ["whose target moves before it", 3, 0],
])("a step %s loses it", (_name, from, to) => {
  const moved = moveStep(survey([], [skip(red)], [skip(red)], []), from, to);
  expect(rulesIn(moved)).toMatchObject({
    rules: { "step 0": [], "step 1": [], "step 2": [], "step 3": [] },
    lost: [red],
  });
});
