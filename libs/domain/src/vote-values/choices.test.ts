// Covers docs/reference/ratings.md: best-and-selected

import { type Choice, hasYes, includeYes, yesNo, yesNoMaybe } from "./choices";

const counts = [0, 1, 2];

/** Each way in which up to two votes fall on each choice. */
const distributions = (choices: readonly Choice[]): Readonly<Record<string, number>>[] =>
  choices.reduce<Readonly<Record<string, number>>[]>(
    (all, { value }) => all.flatMap((one) => counts.map((count) => ({ ...one, [value]: count }))),
    [{}],
  );

test.each([
  ["yes and no", yesNo],
  ["yes, maybe and no", yesNoMaybe],
])("a tally of %s tells whether there is a yes, as the votes do", (_case, choices) => {
  for (const distribution of distributions(choices)) {
    const of = (choice: Choice) => distribution[choice.value] ?? 0;
    const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
    const tally = {
      votes: sum(choices.map(of)),
      total: sum(choices.map((choice) => choice.value * of(choice))),
      noes: sum(choices.filter(({ opinion }) => opinion === "no").map(of)),
    };
    const told = includeYes(choices, tally);
    expect([distribution, told]).toEqual([distribution, hasYes(choices, distribution)]);
  }
});
