import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Confinement } from "./confinement";

/** What a child process may use. The system enforces all but the wall clock, which we do. */
export interface Limits {
  readonly wallMs: number;
  readonly cpuSeconds: number;
  /** Memory it can write to, in bytes; address space that is only reserved does not count. */
  readonly memoryBytes: number;
  /** The largest file it may write. */
  readonly fileBytes: number;
}

export interface ConfinedCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** A private directory of the job: the only place the command is told of. */
  readonly cwd: string;
  readonly limits: Limits;
  /** Aborting kills the command; the call then rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Told every piece of output; without it the output is collected, up to 1 MB. */
  readonly onOutput?: (chunk: Buffer) => void;
}

/** How a command ended. `killed` and `timed_out` mean that it hit a limit or crashed. */
export type Ending = { readonly output: string; readonly complaint: string } & (
  | { readonly how: "exited"; readonly code: number }
  | { readonly how: "killed"; readonly by: string }
  | { readonly how: "timed_out" }
);

const OUTPUT_MAX_BYTES = 1_000_000;
const COMPLAINT_MAX_CHARACTERS = 2_000;

/** Sets what limits the shell knows, and becomes the command; one it lacks is left out. */
const LIMIT_AND_RUN = `
ulimit -c 0 2>/dev/null; ulimit -n 256 2>/dev/null
ulimit -t "$1" 2>/dev/null; ulimit -d "$2" 2>/dev/null; ulimit -f "$3" 2>/dev/null
shift 3; exec "$@"`;

/**
 * Runs a program on a file that may be hostile (reliability section 4, F1 and F7): in a process
 * group of its own with limits, without our environment, and killed as a whole group when its time
 * is up, when the caller aborts, and where the system can, when this process dies.
 *
 * Rejects when the program cannot be started, and with the signal's reason when aborted; everything
 * that the program does is an `Ending`.
 */
export async function runConfined(
  confinement: Confinement,
  { command, args, cwd, limits, signal, onOutput }: ConfinedCommand,
): Promise<Ending> {
  signal.throwIfAborted();
  const child = spawn(
    "/bin/sh",
    [
      ...["-c", LIMIT_AND_RUN, "sh"],
      String(limits.cpuSeconds),
      String(Math.floor(limits.memoryBytes / 1024)),
      String(Math.floor(limits.fileBytes / 512)),
      ...confinement.prefix,
      command,
      ...args,
    ],
    { cwd, env: confinement.environment, detached: true, stdio: ["ignore", "pipe", "pipe"] },
  );
  const kill = () => killGroup(child);
  let timedOut = false;
  const clock = setTimeout(() => {
    timedOut = true;
    kill();
  }, limits.wallMs);
  signal.addEventListener("abort", kill, { once: true });

  try {
    const output = collect(child.stdout, onOutput, kill);
    const complaint = collectEnd(child.stderr);
    const { code, by } = await ended(child);
    signal.throwIfAborted();
    const said = { output: output(), complaint: complaint() };
    if (timedOut) return { how: "timed_out", ...said };
    if (by !== null) return { how: "killed", by, ...said };
    return { how: "exited", code: code ?? -1, ...said };
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", kill);
    // A program that has ended may have left children of its own in the group.
    kill();
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function killGroup({ pid }: Child): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}

const ended = (child: Child) =>
  new Promise<{ code: number | null; by: NodeJS.Signals | null }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, by) => resolve({ code, by }));
  });

/** Collects output; a program that says more than is allowed is killed. */
function collect(stream: Readable, onOutput: ConfinedCommand["onOutput"], kill: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (onOutput !== undefined) return onOutput(chunk);
    size += chunk.length;
    if (size > OUTPUT_MAX_BYTES) return kill();
    chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

function collectEnd(stream: Readable) {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text = (text + chunk).slice(-COMPLAINT_MAX_CHARACTERS);
  });
  return () => text.trim();
}
