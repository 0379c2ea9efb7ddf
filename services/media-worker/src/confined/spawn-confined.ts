import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
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

/** The limits that the system enforces. */
export type SystemLimits = Omit<Limits, "wallMs">;

export interface SpawnedCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Where it begins: a private directory of a job. */
  readonly cwd: string;
  readonly limits: SystemLimits;
}

/** How a program came to its end by itself, or was ended. */
export type Exit = { readonly complaint: string } & (
  | { readonly how: "exited"; readonly code: number }
  | { readonly how: "killed"; readonly by: string }
);

/**
 * A decoder that crashed or hit a limit. The machine may be the reason, so the job is run again; when
 * that does not help, the file is the reason.
 */
export class DecoderDied extends Error {
  constructor(what: string, complaint: string) {
    super(complaint === "" ? what : `${what}: ${complaint}`);
    this.name = "DecoderDied";
  }
}

/** A confined program that runs. */
export interface Confined {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Ends its whole process group. */
  readonly kill: () => void;
  /** Settles when it has ended and said everything; rejects when it could not be started. */
  readonly exit: Promise<Exit>;
}

/** How much of what a program complains about is kept: its end. */
const COMPLAINT_MAX_CHARACTERS = 2_000;

/** Sets what limits the shell knows, and becomes the command; one it lacks is left out. */
const LIMIT_AND_RUN = `
ulimit -c 0 2>/dev/null; ulimit -n 256 2>/dev/null
ulimit -t "$1" 2>/dev/null; ulimit -d "$2" 2>/dev/null; ulimit -f "$3" 2>/dev/null
shift 3; exec "$@"`;

/**
 * Starts a program that opens files which may be hostile (reliability section 4, F1 and F7): in a
 * process group of its own with limits, without our environment, and ended where the system can when
 * this process dies. Throws when there is no room for its pipes.
 */
export function spawnConfined(
  { prefix, environment }: Confinement,
  { command, args, cwd, limits }: SpawnedCommand,
): Confined {
  const child = spawn(
    "/bin/sh",
    [
      ...["-c", LIMIT_AND_RUN, "sh"],
      String(limits.cpuSeconds),
      String(Math.floor(limits.memoryBytes / 1024)),
      String(Math.floor(limits.fileBytes / 512)),
      ...prefix,
      command,
      ...args,
    ],
    { cwd, env: environment, detached: true, stdio: "pipe" },
  );
  let complaint = () => "";
  const exit = new Promise<Exit>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, by) =>
      resolve(
        by === null
          ? { how: "exited", code: code ?? -1, complaint: complaint() }
          : { how: "killed", by, complaint: complaint() },
      ),
    );
  });
  if (child.stdin === undefined) {
    exit.catch(() => {});
    throw new Error(`${command} cannot be started: too many files are open`);
  }
  // What is told to one that has ended is lost, as it is; that it has ended is told by `exit`.
  child.stdin.on("error", () => {});
  complaint = collectEnd(child.stderr);
  return { stdin: child.stdin, stdout: child.stdout, kill: () => killGroup(child.pid), exit };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}

function collectEnd(stream: Readable) {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text = (text + chunk).slice(-COMPLAINT_MAX_CHARACTERS);
  });
  return () => text.trim();
}
