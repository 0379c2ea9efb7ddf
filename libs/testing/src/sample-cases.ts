const { ALL_CASES } = process.env;

/**
 * One in `oneIn` of the cases but at least one, or all if `ALL_CASES` is set (`npm run test:cases`).
 *
 * For tests of all combinations of two lists. The seed of the run and `shift` decide which cases
 * are returned. Different shifts for the items of the other list spread the chosen combinations
 * evenly, and `oneIn` consecutive shifts cover all of them.
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
