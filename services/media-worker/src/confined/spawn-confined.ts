// biome-ignore lint/style/noRestrictedImports: the confinement kills the process
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { Confinement } from "./confinement";
import { type ProcessorDemand, readDemand, TICK_SECONDS } from "./processor-demand";

/** Limits of a child process. The system enforces all of them except the wall-clock time. */
export interface ProcessLimits {
  /** Only ends a process that waits or gets little processor time. */
  readonly wallMs: number;
  /** What a file may cost. */
  readonly cpuSeconds: number;
  /** Writable memory in bytes. Reserved address space does not count. */
  readonly memoryBytes: number;
  readonly fileBytes: number;
}

/** A decoder may use the processor time of two threads. */
const THREADS = 2;
/** On a busy machine, a decoder may get a third of one processor. */
const WALL_TIMES_CPU = 3;

/** The limits of a decoder that needs up to `workMs` on an idle machine. */
export function timeLimits(workMs: number): Pick<ProcessLimits, "wallMs" | "cpuSeconds"> {
  const cpuSeconds = Math.ceil((workMs * THREADS) / 1_000);
  return { cpuSeconds, wallMs: cpuSeconds * WALL_TIMES_CPU * 1_000 };
}

/** The limits that the system enforces. */
export type SystemLimits = Omit<ProcessLimits, "wallMs">;

export interface SpawnedCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The working directory, which is private to a job. */
  readonly cwd: string;
  readonly limits: SystemLimits;
}

export type ConfinedExit = { readonly complaint: string } & (
  | { readonly how: "exited"; readonly code: number }
  | { readonly how: "killed"; readonly by: string }
);

/** How a program ended that was killed at its wall-clock limit. */
export interface TimedOut {
  readonly how: "timed_out";
  readonly complaint: string;
  /** Its demand until then. Undefined where the system does not tell. */
  readonly demand: ProcessorDemand | undefined;
}

class DecoderError extends Error {
  constructor(what: string, complaint: string) {
    super(complaint === "" ? what : `${what}: ${complaint}`);
    this.name = new.target.name;
  }
}

/**
 * A decoder crashed or hit a limit. The machine may be the reason, so it is tried again. If that
 * does not help, the file is considered the reason.
 */
export class DecoderDied extends DecoderError {}

/** A decoder reached its wall-clock limit while it waited for something such as itself. */
export class DecoderHung extends DecoderDied {}

/** A decoder reached its wall-clock limit on a busy machine. It is tried to the last attempt. */
export class DecoderStarved extends DecoderError {}

/** A decoder that asked for less of its wall-clock limit was not kept waiting by the machine. */
const BUSY_SHARE = 0.1;

/** The error about a program that was killed at its wall-clock limit, depending on its demand. */
export function errorOfTimeout(
  what: string,
  { demand, complaint }: TimedOut,
  { cpuSeconds, wallMs }: Pick<ProcessLimits, "cpuSeconds" | "wallMs">,
): DecoderError {
  if (demand !== undefined && demand.usedSeconds >= cpuSeconds) {
    return new DecoderDied(`${what} took too long`, complaint);
  }
  return demand !== undefined && isHung(demand, wallMs)
    ? new DecoderHung(`${what} did not go on`, complaint)
    : new DecoderStarved(`${what} got too little processor time`, complaint);
}

function isHung({ usedSeconds, waitedSeconds, isReady }: ProcessorDemand, wallMs: number): boolean {
  const leastSeconds = (wallMs / 1_000) * BUSY_SHARE;
  return !isReady && leastSeconds >= TICK_SECONDS && usedSeconds + waitedSeconds < leastSeconds;
}

/** Number of characters to keep from the end of the error output. */
const COMPLAINT_MAX_CHARACTERS = 2_000;

/** Sets the limits that the shell supports, and executes the command. */
const LIMIT_AND_RUN = `
ulimit -c 0 2>/dev/null; ulimit -n 256 2>/dev/null
ulimit -t "$1" 2>/dev/null; ulimit -d "$2" 2>/dev/null; ulimit -f "$3" 2>/dev/null
shift 3; exec "$@"`;

/**
 * Starts a program for hostile files (docs/reliability.md#confined-decoders): in a process group
 * with limits, without the environment of the service. It is killed with this process where the
 * system supports that. Throws if no pipe can be opened.
 */
export function spawnConfined(
  { prefix, environment }: Confinement,
  { command, args, cwd, limits }: SpawnedCommand,
) {
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
  const exit = new Promise<ConfinedExit>((resolve, reject) => {
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
  // Input of an ended program is lost. `exit` reports the end.
  child.stdin.on("error", () => {});
  complaint = collectEnd(child.stderr);
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    /** Kills its whole process group. */
    kill: () => killGroup(child.pid),
    /** Its demand until now. Undefined where the system does not tell. */
    demand: () => readDemand(child.pid),
    /** Resolves after the end and all output. Rejects if the process could not be started. */
    exit,
  };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process group does not exist any more.
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
