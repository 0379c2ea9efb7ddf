import { join } from "node:path";
import type { Confinement } from "../confined/confinement";
import { nodeCommand } from "../confined/node-command";
import {
  DecoderDied,
  errorOfTimeout,
  type ProcessLimits,
  timeLimits,
} from "../confined/spawn-confined";
import { type ProcessReply, type StayingProcess, startStaying } from "../confined/staying-process";
import { type PictureAnswer, pictureAnswer } from "./picture-answer";
import type { PictureTask } from "./picture-task";

export interface PictureJob {
  readonly poll: string;
  readonly directory: string;
  /** Whether the job needs a process that has not opened any picture yet. */
  readonly fresh: boolean;
}

/** Opens the pictures of one job. */
export interface Pictures {
  /** Starts a process for the first picture in advance, unless the poll has an idle one. */
  readonly prepare: () => void;
  /**
   * Opens a picture and makes its derivatives. Throws `DecoderDied` or `DecoderStarved`, or the
   * reason of an aborted signal.
   */
  readonly open: (
    task: Omit<PictureTask, "directory">,
    signal: AbortSignal,
  ) => Promise<PictureAnswer>;
  readonly release: () => void;
}

/** Each opens pictures of one poll, in turn: a hostile file affects only its own poll. */
export interface PictureProcesses {
  readonly of: (job: PictureJob) => Pictures;
  /** Ends idle processes. Resolves when they have ended. */
  readonly endIdle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens pictures of a job, and lets go of its process. */
export async function withPictures<Result>(
  { pictures: processes }: { readonly pictures: PictureProcesses },
  job: PictureJob,
  work: (pictures: Pictures) => Promise<Result>,
): Promise<Result> {
  const pictures = processes.of(job);
  try {
    return await work(pictures);
  } finally {
    pictures.release();
  }
}

/** glibc returns large free blocks, so that little memory stays between pictures. */
const RETURN_LARGE_BLOCKS = { MALLOC_MMAP_THRESHOLD_: "262144", MALLOC_TRIM_THRESHOLD_: "262144" };

interface PictureProcess {
  readonly process: StayingProcess;
  served: Served;
}

interface IdleProcess extends PictureProcess {
  readonly poll: string;
  readonly clock: NodeJS.Timeout;
}

export interface PictureProcessesOptions {
  /** The working directory of the processes. It must exist as long as they run. */
  readonly home: string;
  /** For one picture. */
  readonly limits: ProcessLimits;
  readonly maxIdle: number;
  readonly idleMs?: number;
}

/** Creates a pool of picture processes. None is started before the first picture. */
export function pictureProcesses(
  confinement: Confinement,
  { home, limits, maxIdle, idleMs = LIFE.idleMs }: PictureProcessesOptions,
): PictureProcesses {
  const running = new Set<StayingProcess>();
  /** Idle processes, the longest idle first. */
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
    const environment = { ...confinement.environment, ...RETURN_LARGE_BLOCKS };
    const process = startStaying(
      { ...confinement, environment },
      {
        ...nodeCommand(join(__dirname, "picture-process"), []),
        cwd: home,
        // Each picture may use its whole limit, so the time of earlier pictures is added.
        limits: {
          ...limits,
          cpuSeconds: limits.cpuSeconds + timeLimits(LIFE.busyMs).cpuSeconds,
        },
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
          const sent: PictureTask = { directory: job.directory, ...task };
          const began = performance.now();
          try {
            const answer = read(
              await one.process.ask(JSON.stringify(sent), limits, signal),
              limits,
            );
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

function read(reply: ProcessReply, limits: ProcessLimits): PictureAnswer {
  if (reply.how === "timed_out") {
    throw errorOfTimeout("the picture", { ...reply, complaint: "" }, limits);
  }
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

/** Limits after which a picture process ends when its picture is finished. */
const LIFE = {
  pictures: 50,
  busyMs: 30_000,
  idleMs: 1_000,
} as const;

/** After a larger picture, a process holds too much memory. */
const LARGE_PIXELS = 30_000_000;
/** Formats whose decoders do not return their memory. */
const RETAINING_FORMATS: readonly PictureTask["format"][] = ["heic", "avif"];

interface Served {
  readonly pictures: number;
  readonly busyMs: number;
}

/** Whether a process may open one more picture, after `format`, the last of `served`. */
export const mayStay = (
  served: Served,
  format: PictureTask["format"],
  answer: PictureAnswer,
): boolean =>
  answer.ok &&
  answer.width * answer.height <= LARGE_PIXELS &&
  !RETAINING_FORMATS.includes(format) &&
  served.pictures < LIFE.pictures &&
  served.busyMs < LIFE.busyMs;
