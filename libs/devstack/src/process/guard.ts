import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Reads until its standard input ends. A word means that all is well; the end without a word means
 * that whoever held it was killed: then it asks the process to end, insists when the patience is
 * over, and removes the directory it was told.
 */
const script = `
read -r word
[ "$word" = released ] && exit 0
kill -s "$1" "$2" 2>/dev/null
tenths=0
while kill -0 "$2" 2>/dev/null; do
  [ "$tenths" -eq "$3" ] && kill -s KILL "$2" 2>/dev/null
  sleep 0.1
  tenths=$((tenths + 1))
done
[ -z "$4" ] || rm -rf -- "$4"
`;

export interface GuardedProcess {
  readonly pid: number;
  readonly signal: "INT" | "TERM" | "QUIT";
  /** How long it may take to end before it is killed. */
  readonly patienceMs: number;
  /** A directory of the process that is to go with it. */
  readonly remove?: string;
}

/**
 * Ends a process when this one is gone, however it went: servers of others know nothing of the
 * process that started them. Returns the release, to be called once the process has ended.
 */
export function guard({ pid, signal, patienceMs, remove }: GuardedProcess): () => void {
  const tenths = Math.ceil(patienceMs / 100);
  const words = [signal, String(pid), String(tenths), remove ?? ""];
  const watcher = spawn("/bin/sh", ["-c", script, "guard", ...words], {
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
    // A group of its own: a signal to the group of this process must not end the watcher first.
    detached: true,
  });
  watcher.on("error", () => undefined);
  watcher.unref();
  const line = watcher.stdin as Socket;
  line.on("error", () => undefined);
  line.unref();
  return () => line.end("released\n");
}
