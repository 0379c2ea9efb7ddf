import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * Reads until its standard input ends. A word means that all is well; the end without a word means
 * that whoever held it was killed: then it ends the process, and removes the directory it was told.
 */
const script = `
read -r word
[ "$word" = released ] && exit 0
kill -s "$1" "$2" 2>/dev/null
[ -z "$3" ] && exit 0
tries=0
while kill -0 "$2" 2>/dev/null && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
rm -rf -- "$3"
`;

export interface GuardedProcess {
  readonly pid: number;
  readonly signal: "INT" | "TERM" | "QUIT";
  /** A directory of the process that is to go with it. */
  readonly remove?: string;
}

/**
 * Ends a process when this one is gone, however it went: servers of others know nothing of the
 * process that started them. Returns the release, to be called once the process has ended.
 */
export function guard({ pid, signal, remove }: GuardedProcess): () => void {
  const watcher = spawn("/bin/sh", ["-c", script, "guard", signal, String(pid), remove ?? ""], {
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
