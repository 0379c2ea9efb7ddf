/** Groups tests, as `describe` does. */
export type Describe = (name: string, define: () => void) => void;

/**
 * Returns `describe` if a prerequisite is present. Otherwise the tests are marked as skipped, below
 * a title that says what is missing. `npm test` tells it at its end.
 */
export const describeWhere = (isThere: boolean, lacks: string): Describe =>
  // Each test file has its own `describe`, and the process keeps this function for all of them.
  isThere
    ? (name, define) => describe(name, define)
    : (name, define) => describe.skip(`skipped: ${lacks}`, () => describe(name, define));
