import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { type ChildProcess, type Ending, spawn } from "../../children.cjs";

export interface ProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment. Nothing is inherited. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
  /** How it ends if this process ends first. */
  readonly ending?: Ending;
  readonly onLine?: (line: string) => void;
}

export interface ProcessExit {
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
}

export interface RunningProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves when the process has ended and both outputs have been read. */
  readonly exited: Promise<ProcessExit>;
  readonly isRunning: () => boolean;
  readonly lastLines: () => readonly string[];
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Sends the signal, then SIGKILL after the deadline. Resolves when the process has ended. */
  readonly stop: (options?: StopOptions) => Promise<ProcessExit>;
}

export interface StopOptions {
  readonly signal?: NodeJS.Signals;
  readonly deadlineMs?: number;
}

const keptLines = 200;
const stopDeadlineMs = 30_000;

/**
 * Starts a process in its own group, which Ctrl-C does not reach. It ends with this process; its
 * standard input stays open meanwhile. Throws if it cannot start.
 */
export async function runProcess(options: ProcessOptions): Promise<RunningProcess> {
  const child = spawn(
    options.command,
    options.args,
    {
      env: Object.fromEntries(
        Object.entries(options.env).filter(([, value]) => value !== undefined),
      ),
      stdio: ["pipe", "pipe", "pipe"],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...options.account,
    },
    options.ending ?? {},
  );
  const lines: string[] = [];
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > keptLines) lines.shift();
    options.onLine?.(line);
  };
  child.stdin.on("error", () => undefined);
  readLines(child.stdout, keep);
  readLines(child.stderr, keep);
  const exited = watchExit(child);
  const pid = await startedPid(child, options.name);

  let running = true;
  void exited.then(() => {
    running = false;
  });
  return {
    name: options.name,
    pid,
    exited,
    isRunning: () => running && child.exitCode === null && child.signalCode === null,
    lastLines: () => lines,
    signal: (signal) => void child.kill(signal),
    async stop({ signal = "SIGTERM", deadlineMs = stopDeadlineMs } = {}) {
      child.kill(signal);
      const insist = setTimeout(() => child.kill("SIGKILL"), deadlineMs);
      const exit = await exited;
      clearTimeout(insist);
      return exit;
    },
  };
}

export const describeExit = ({ code, signal }: ProcessExit): string =>
  signal === undefined ? `exit code ${code}` : `signal ${signal}`;

/** Whether any process of any user has this id. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Waits until no process has this id. Returns false at the deadline. */
export async function waitUntilGone(pid: number, deadlineMs: number): Promise<boolean> {
  const gone = await askUntil(async () => (isAlive(pid) ? undefined : true), { deadlineMs });
  return gone ?? false;
}

function readLines(stream: Readable, keep: (line: string) => void): void {
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on("line", keep);
}

const watchExit = (child: ChildProcess) =>
  new Promise<ProcessExit>((resolve) => {
    child.once("close", (code, signal) =>
      resolve({ code: code ?? undefined, signal: signal ?? undefined }),
    );
  });

const startedPid = (child: ChildProcess, name: string) =>
  new Promise<number>((resolve, reject) => {
    child.once("error", (cause) => reject(new Error(`${name} cannot be started`, { cause })));
    child.once("spawn", () => resolve(child.pid as number));
  });

/**
 * Calls `ask` until it returns a value, at once and once more after the deadline, because of slow
 * machines. Then returns `undefined`.
 */
export async function askUntil<Answer>(
  ask: () => Promise<Answer | undefined>,
  options: { readonly deadlineMs: number; readonly everyMs?: number },
): Promise<Answer | undefined> {
  const end = performance.now() + options.deadlineMs;
  for (;;) {
    const last = performance.now() >= end;
    const answer = await ask();
    if (answer !== undefined || last) return answer;
    await pause(options.everyMs ?? 25);
  }
}
