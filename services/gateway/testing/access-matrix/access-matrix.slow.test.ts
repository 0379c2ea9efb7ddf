// Covers docs/reference/access.md: own-objects-that-are-fixed, poll-password, restricted-view
// Covers docs/reference/options.md: creation
// Covers docs/reference/participants.md: deletion, fields, update
// Covers docs/reference/payments.md: voting-wallet
// Covers docs/reference/polls.md: closed-polls
// Covers docs/reference/results.md: who-reads-results
// Covers docs/reference/votes.md: fields, reading-votes, withdrawing-a-vote
// Covers docs/reliability.md: hidden-objects

import { sampleCases } from "@polls/testing";
import { type Matrix, pollTables, startMatrix } from "./poll-tables";
import { variantNames } from "./variants";

let matrix: Matrix;

beforeAll(async () => {
  matrix = await startMatrix();
});
afterAll(() => matrix?.gateway.close());

describe("every endpoint of a poll, for every caller", () => {
  test.each(variantNames.filter((name) => name !== "plain"))("of the variant %s", async (name) => {
    const callers = sampleCases(matrix.cast.callers, 4, variantNames.indexOf(name));
    const { answers, wanted } = await pollTables(matrix, name, callers);
    expect(answers).toEqual(wanted);
  });
});
