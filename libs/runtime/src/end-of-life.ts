/** What to say about a Node without fixes. The same rule as in scripts/setup/check-node.mjs. */
export function endOfLife(version: string): string | undefined {
  const major = Number.parseInt(version, 10);
  return major < 22
    ? `Node ${major} still works, but has reached its end of life: better run Node 22 or 24`
    : undefined;
}
