import type { Readable } from "node:stream";
import type { Confinement } from "./confinement";
import { demandSince } from "./processor-demand";
import {
  type ConfinedExit,
  type ProcessLimits,
  type SpawnedCommand,
  spawnConfined,
  type TimedOut,
} from "./spawn-confined";

/** The reply to a request. The process has ended after anything but an answer. */
export type ProcessReply =
  | { readonly how: "answered"; readonly line: string }
  /** The demand is that of this request. */
  | TimedOut
  | ConfinedExit;

const ANSWER_MAX_BYTES = 1_000_000;

export type StayingProcess = ReturnType<typeof startStaying>;

/**
 * Starts a program that answers each line with a line, in order, and stays until it is ended. It
 * must end when its input ends.
 */
export function startStaying(confinement: Confinement, command: SpawnedCommand) {
  const { stdin, stdout, kill, demand, exit } = spawnConfined(confinement, command);
  let over = false;
  const end = () => {
    over = true;
    kill();
  };
  // A program that has ended may have left child processes in its group.
  const gone = exit.then(end, end);
  const answers = answerReader(stdout, end);

  return {
    /**
     * Sends a line and waits for the response, one at a time. Rejects if the program could not be
     * started. An aborted signal ends the program, and rejects with its reason.
     */
    async ask(line: string, { wallMs }: Pick<ProcessLimits, "wallMs">, signal: AbortSignal) {
      signal.throwIfAborted();
      const before = demand();
      let timeout: Omit<TimedOut, "complaint"> | undefined;
      const clock = setTimeout(() => {
        timeout = { how: "timed_out", demand: demandSince(before, demand()) };
        end();
      }, wallMs);
      signal.addEventListener("abort", end, { once: true });
      try {
        const answer = answers.next();
        stdin.write(`${line}\n`);
        const reply = await Promise.race([answer, exit]);
        signal.throwIfAborted();
        return timeout !== undefined && reply.how !== "answered"
          ? { ...timeout, complaint: reply.complaint }
          : reply;
      } finally {
        clearTimeout(clock);
        signal.removeEventListener("abort", end);
      }
    },
    /** Whether it has ended, or is being ended. */
    isOver: () => over,
    /** Ends the process and its children. Resolves when they have ended. */
    async end() {
      end();
      await gone;
    },
  };
}

type ProcessAnswer = Extract<ProcessReply, { how: "answered" }>;

/** Reads one line for each request. Ends a program with unexpected or too much output. */
function answerReader(stream: Readable, end: () => void) {
  let text = "";
  let waiting: ((answer: ProcessAnswer) => void) | undefined;
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text += chunk;
    const newline = text.indexOf("\n");
    if (waiting === undefined || text.length > ANSWER_MAX_BYTES) return end();
    if (newline < 0) return;
    const line = text.slice(0, newline);
    if (newline < text.length - 1) end();
    text = "";
    waiting({ how: "answered", line });
    waiting = undefined;
  });
  return {
    next: () =>
      new Promise<ProcessAnswer>((resolve) => {
        waiting = resolve;
      }),
  };
}
