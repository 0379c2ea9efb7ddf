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
