// biome-ignore lint/style/noRestrictedImports: the browser stays open after this process
import { spawn } from "node:child_process";

/** Opens a page in the browser of the machine, or says that there is none. */
export function openBrowser(url: string, say: (line: string) => void): void {
  const program = process.platform === "darwin" ? "open" : "xdg-open";
  const child = spawn(program, [url], { stdio: "ignore", detached: true });
  const complain = () => say(`No browser can be opened here (${program}): open ${url} yourself.`);
  child.once("error", complain);
  child.once("exit", (code) => (code === 0 ? undefined : complain()));
  child.unref();
}
