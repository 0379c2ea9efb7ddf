/** Groups tests, as `describe` does. */
export type Describe = (name: string, define: () => void) => void;

/** `describe` where a prerequisite is present; else skips, and says what is missing. */
export const describeWhere = (isThere: boolean, lacks: string): Describe =>
  // Each test file has its own `describe`, and the process keeps this function for all of them.
  isThere
    ? (name, define) => describe(name, define)
    : (name, define) => describe.skip(`skipped: ${lacks}`, () => describe(name, define));
