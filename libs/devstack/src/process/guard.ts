import { spawn } from "node:child_process";
import type { Socket } from "node:net";

/**
 * The watcher reads its standard input. The word `released` ends it. If the input ends without it,
 * the guarding process was killed: the watcher then signals the guarded process, kills it after the
 * timeout, and removes its directory.
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
  /** The time from the signal to SIGKILL. */
  readonly killAfterMs: number;
  /** A directory to remove after the process has ended. */
  readonly remove?: string;
}

/**
 * Ends a process when this process ends, even after SIGKILL, because database servers do not watch
 * their parent process. Returns a release function; call it after the guarded process has ended.
 */
export function guard({ pid, signal, killAfterMs, remove }: GuardedProcess): () => void {
  const tenths = Math.ceil(killAfterMs / 100);
  const words = [signal, String(pid), String(tenths), remove ?? ""];
  const watcher = spawn("/bin/sh", ["-c", script, "guard", ...words], {
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
    // Runs in a separate process group: a signal to the group of this process must not end the
    // watcher first.
    detached: true,
  });
  watcher.on("error", () => undefined);
  watcher.unref();
  const line = watcher.stdin as Socket;
  line.on("error", () => undefined);
  line.unref();
  return () => line.end("released\n");
}
