import path from "node:path";

const typescript = path.resolve(__dirname, "../../../../scripts/typescript.cjs");

/**
 * The command that runs one of our own modules in a process of its own: compiled where we run
 * compiled, from its source where we run from sources (tests, development).
 */
export function nodeCommand(
  entry: string,
  args: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  const fromSource = __filename.endsWith(".ts");
  const loader = fromSource ? ["--conditions=@polls/source", "--require", typescript] : [];
  return {
    command: process.execPath,
    args: [...loader, `${entry}${fromSource ? ".ts" : ".js"}`, ...args],
  };
}
