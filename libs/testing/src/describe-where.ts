/**
 * Returns `describe` if a prerequisite is present. Otherwise prints what is missing and marks the
 * tests as skipped.
 */
export function describeWhere(isThere: boolean, lacks: string): typeof describe.skip {
  if (isThere) return describe;
  const skip = (...described: Parameters<typeof describe.skip>): void => {
    process.stderr.write(`skipped: ${lacks}\n`);
    describe.skip(...described);
  };
  return Object.assign(skip, describe.skip);
}
