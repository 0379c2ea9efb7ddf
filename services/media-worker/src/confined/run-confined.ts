import type { Readable } from "node:stream";
import type { Confinement } from "./confinement";
import {
  type ConfinedExit,
  type ProcessLimits,
  type SpawnedCommand,
  spawnConfined,
  type TimedOut,
} from "./spawn-confined";

export interface ConfinedCommand extends SpawnedCommand {
  readonly limits: ProcessLimits;
  /** Aborting kills the command. The call then rejects with the reason of the signal. */
  readonly signal: AbortSignal;
  /** Receives every chunk of output. Without it, the output is collected, up to 1 MB. */
  readonly onOutput?: (chunk: Buffer) => void;
}

/** `killed`: it crashed or hit a limit. `timed_out`: it reached its wall-clock limit. */
export type ConfinedResult = { readonly output: string } & (ConfinedExit | TimedOut);

const OUTPUT_MAX_BYTES = 1_000_000;

/**
 * Runs a program, confined, on a file that may be hostile. Kills its whole process group at its
 * time limit, or when the caller aborts. Rejects if it cannot be started, and with the reason of an
 * aborted signal.
 */
export async function runConfined(
  confinement: Confinement,
  { limits, signal, onOutput, ...command }: ConfinedCommand,
): Promise<ConfinedResult> {
  signal.throwIfAborted();
  const { stdin, stdout, kill, demand, exit } = spawnConfined(confinement, {
    ...command,
    limits,
  });
  stdin.end();
  let timeout: Omit<TimedOut, "complaint"> | undefined;
  const clock = setTimeout(() => {
    timeout = { how: "timed_out", demand: demand() };
    kill();
  }, limits.wallMs);
  signal.addEventListener("abort", kill, { once: true });

  try {
    const output = collect(stdout, onOutput, kill);
    const ended = await exit;
    signal.throwIfAborted();
    const { complaint } = ended;
    return { output: output(), ...(timeout === undefined ? ended : { ...timeout, complaint }) };
  } finally {
    clearTimeout(clock);
    signal.removeEventListener("abort", kill);
    // A program that has ended may have left child processes in its group.
    kill();
  }
}

/** Collects output. Kills a program with too much output. */
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
