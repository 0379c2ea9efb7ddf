/** `describe` where something is there; elsewhere a line says what lacks, and the tests are shown as skipped. */
export function describeWhere(isThere: boolean, lacks: string): typeof describe.skip {
  if (isThere) return describe;
  const skip = (...described: Parameters<typeof describe.skip>): void => {
    process.stderr.write(`skipped: ${lacks}\n`);
    describe.skip(...described);
  };
  return Object.assign(skip, describe.skip);
}
