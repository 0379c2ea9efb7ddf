/** Numbers from 0 to 1 that are the same in each run. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Options in an order of their own for each ballot, in which the first ones are ahead by tendency. */
function ranks(random, optionCount) {
  const appeal = Array.from({ length: optionCount }, (_, option) => [
    option,
    random() - option / (4 * optionCount),
  ]);
  appeal.sort(([, one], [, other]) => other - one);
  return new Map(appeal.map(([option], index) => [option, index + 1]));
}

const marksOf = {
  ranks,
  scores: (random, optionCount) =>
    new Map(
      Array.from({ length: optionCount }, (_, option) => [
        option,
        Math.floor(random() * (6 - option / optionCount)),
      ]),
    ),
  approvals: (random, optionCount) =>
    new Map(
      Array.from({ length: optionCount }, (_, option) => option)
        .filter((option) => random() < 0.6 - option / (4 * optionCount))
        .map((option) => [option, 1]),
    ),
};

/** Ballots of a kind that differ from one another. */
export function different(kind, ballotCount, optionCount) {
  const random = numbers(1);
  return Array.from({ length: ballotCount }, () => ({
    count: 1,
    marks: marksOf[kind](random, optionCount),
  }));
}
