/**
 * The command that runs one of our own modules in a process of its own: compiled where we run
 * compiled, from its source where we run from sources (tests, development).
 */
export function nodeCommand(
  entry: string,
  args: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  const fromSource = __filename.endsWith(".ts");
  const loader = fromSource
    ? ["--conditions=@polls/source", "--require", require.resolve("tsx/cjs")]
    : [];
  return {
    command: process.execPath,
    args: [...loader, `${entry}${fromSource ? ".ts" : ".js"}`, ...args],
  };
}
