import path from "node:path";

const typescript = path.resolve(__dirname, "../../../../scripts/typescript.cjs");

/**
 * The command that runs a module of this service in a separate process: compiled in production,
 * from source in tests and development.
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
