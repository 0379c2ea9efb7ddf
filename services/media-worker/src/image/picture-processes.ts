import { join } from "node:path";
import type { Confinement } from "../confined/confinement";
import { nodeCommand } from "../confined/node-command";
import { DecoderDied, type ProcessLimits } from "../confined/spawn-confined";
import { type ProcessReply, type StayingProcess, startStaying } from "../confined/staying-process";
import { type PictureAnswer, pictureAnswer } from "./picture-answer";
import type { PictureTask } from "./picture-task";
import { LIFE, mayStay, type Served } from "./process-life";

/** The poll and the directory of a job. */
export interface PictureJob {
  readonly poll: string;
  /** The private directory of the job. */
  readonly directory: string;
  /** Whether the job needs a process that has opened nothing before. */
  readonly fresh: boolean;
}

/** The pictures of one job. */
export interface Pictures {
  /** Starts a process for the first picture ahead of time, unless an idle one of the poll exists. */
  readonly prepare: () => void;
  /**
   * Opens a picture and makes its derivatives. Throws `DecoderDied` when the process crashed or hit a
   * limit, and the reason of an aborted signal.
   */
  readonly open: (
    task: Omit<PictureTask, "directory">,
    signal: AbortSignal,
  ) => Promise<PictureAnswer>;
  /** Ends the use of the process by the job. */
  readonly release: () => void;
}

/**
 * The processes that open pictures. Each opens pictures of one poll only, one after the other: a hostile
 * file can harm files of its own poll, and no others.
 */
export interface PictureProcesses {
  readonly of: (job: PictureJob) => Pictures;
  /** Ends idle processes; resolves when they are gone. */
  readonly endIdle: () => Promise<void>;
  /** Ends all processes. */
  readonly close: () => Promise<void>;
}

/** glibc returns large free blocks to the system, so that little stays between pictures. */
const GIVES_BACK = { MALLOC_MMAP_THRESHOLD_: "262144", MALLOC_TRIM_THRESHOLD_: "262144" };

interface PictureProcess {
  readonly process: StayingProcess;
  served: Served;
}

interface IdleProcess extends PictureProcess {
  readonly poll: string;
  readonly clock: NodeJS.Timeout;
}

export interface PictureProcessesOptions {
  /** The working directory of the processes; it must exist as long as they do. */
  readonly home: string;
  /** Of one picture. */
  readonly limits: ProcessLimits;
  /** The number of idle processes that are kept. */
  readonly maxIdle: number;
  readonly idleMs?: number;
}

/** Sets up picture processes; none is started before the first picture. */
export function pictureProcesses(
  confinement: Confinement,
  { home, limits, maxIdle, idleMs = LIFE.idleMs }: PictureProcessesOptions,
): PictureProcesses {
  const running = new Set<StayingProcess>();
  /** The longest idle first. */
  let waiting: readonly IdleProcess[] = [];

  const end = async (process: StayingProcess) => {
    await process.end();
    running.delete(process);
  };
  const dismiss = (one: IdleProcess) => {
    clearTimeout(one.clock);
    waiting = waiting.filter((other) => other !== one);
    return one;
  };

  function start(): PictureProcess {
    const environment = { ...confinement.environment, ...GIVES_BACK };
    const process = startStaying(
      { ...confinement, environment },
      {
        ...nodeCommand(join(__dirname, "picture-process"), []),
        cwd: home,
        // Each picture has its whole limit: the time of earlier pictures, on two threads, is added.
        limits: { ...limits, cpuSeconds: limits.cpuSeconds + (LIFE.busyMs * 2) / 1_000 },
      },
    );
    running.add(process);
    return { process, served: { pictures: 0, busyMs: 0 } };
  }

  function take({ poll, fresh }: PictureJob): PictureProcess {
    const fit = waiting.find(
      (one) => one.poll === poll && !one.process.isOver() && !(fresh && one.served.pictures > 0),
    );
    return fit === undefined ? start() : dismiss(fit);
  }

  function putBack(poll: string, { process, served }: PictureProcess): void {
    const clock = setTimeout(() => void end(dismiss(one).process), idleMs);
    const one: IdleProcess = { process, served, poll, clock };
    waiting = [...waiting, one];
    const [longest] = waiting;
    if (longest && waiting.length > maxIdle) void end(dismiss(longest).process);
  }

  return {
    of(job) {
      let held: PictureProcess | undefined;
      return {
        prepare() {
          held ??= take(job);
        },
        async open(task, signal) {
          const one = held ?? take(job);
          held = undefined;
          const told: PictureTask = { directory: job.directory, ...task };
          const began = performance.now();
          try {
            const answer = read(await one.process.ask(JSON.stringify(told), limits, signal));
            const busyMs = one.served.busyMs + performance.now() - began;
            one.served = { pictures: one.served.pictures + 1, busyMs };
            if (mayStay(one.served, task.format, answer)) held = one;
            return answer;
          } finally {
            if (held === undefined) void end(one.process);
          }
        },
        release() {
          if (held !== undefined) putBack(job.poll, held);
          held = undefined;
        },
      };
    },
    async endIdle() {
      await Promise.all(waiting.map((one) => end(dismiss(one).process)));
    },
    async close() {
      for (const one of waiting) dismiss(one);
      await Promise.all([...running].map(end));
    },
  };
}

function read(reply: ProcessReply): PictureAnswer {
  if (reply.how === "timed_out") throw new DecoderDied("the picture took too long", "");
  if (reply.how === "killed") {
    throw new DecoderDied(`the picture's decoder ended by ${reply.by}`, reply.complaint);
  }
  if (reply.how === "exited") {
    throw new DecoderDied(`the picture's decoder ended with ${reply.code}`, reply.complaint);
  }
  try {
    return pictureAnswer.parse(JSON.parse(reply.line));
  } catch {
    throw new DecoderDied("the picture's decoder answered nonsense", "");
  }
}
