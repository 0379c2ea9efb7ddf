/** The texts of comparisons. */
export const en = {
  judged: (number: number, of: number) => `${number} of ${of} pairs`,
  pair: (left: string, right: string) => `${left}, or ${right}?`,
  keys: "On a keyboard, use the left and right arrow keys.",
  neither: "I cannot decide",
  takeBack: "Undo the last choice",
  none: "There are no pairs left.",
  later: "Come back later: new options bring new pairs.",
  again: "Look for pairs",
  former: "Your choices in pairs that are no longer offered",
};

export type PairwiseWords = typeof en;
