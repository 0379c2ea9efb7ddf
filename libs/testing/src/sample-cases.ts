const { ALL_CASES } = process.env;

/**
 * One in `oneIn` cases but at least one, or all with `ALL_CASES` (`npm run test:cases`). For
 * combinations of two lists: other shifts for the items of the other list spread the chosen ones
 * evenly, and `oneIn` consecutive shifts cover all.
 */
export function sampleCases<Case>(
  cases: readonly Case[],
  oneIn: number,
  shift: number,
): readonly Case[] {
  if (ALL_CASES !== undefined) return cases;
  const step = Math.min(oneIn, cases.length);
  const first = (((jest.getSeed() + shift) % step) + step) % step;
  return cases.filter((_, at) => at % step === first);
}
