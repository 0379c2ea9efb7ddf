import path from "node:path";

const typescript = path.resolve(__dirname, "../../../../scripts/typescript.cjs");

/** Runs a module in its own process: compiled in production, else from source. */
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
