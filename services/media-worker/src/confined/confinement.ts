import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** What this machine offers to shut a command in. */
export interface Confinement {
  /** Words before the command: programs that drop what the command does not need, then become it. */
  readonly prefix: readonly string[];
  /** The command's whole environment: none of ours, so that no secret of ours is in it. */
  readonly environment: Readonly<Record<string, string>>;
  /** What could be had, for the log. */
  readonly measures: readonly string[];
}

interface Measure {
  readonly name: string;
  readonly prefix: readonly string[];
}

/** The first of each row that works here is used. */
const wishes: readonly (readonly Measure[])[] = [
  [
    { name: "no network", prefix: ["unshare", "--net", "--"] },
    { name: "no network", prefix: ["unshare", "--user", "--map-root-user", "--net", "--"] },
  ],
  [
    {
      name: "dies with the worker, gains no rights",
      prefix: ["setpriv", "--pdeathsig", "KILL", "--no-new-privs", "--"],
    },
  ],
];

/** Tries what this machine can do to confine a command; each missing program costs a measure, no more. */
export async function findConfinement(searchPath: string): Promise<Confinement> {
  const environment = {
    PATH: searchPath,
    LANG: "C.UTF-8",
    // Loaders that were never fuzzed stay shut, whatever the code asks for.
    VIPS_BLOCK_UNTRUSTED: "1",
    // Many small arenas of glibc grow the memory of a decoder by half.
    MALLOC_ARENA_MAX: "2",
    UV_THREADPOOL_SIZE: "2",
  };
  const measures: Measure[] = [];
  for (const choices of wishes) {
    for (const choice of choices) {
      if (!(await works(choice, environment))) continue;
      measures.push(choice);
      break;
    }
  }
  return {
    prefix: measures.flatMap(({ prefix }) => prefix),
    environment,
    measures: measures.map(({ name }) => name),
  };
}

const TRIAL_MS = 5_000;

async function works({ prefix }: Measure, env: Readonly<Record<string, string>>) {
  const [command = "", ...args] = [...prefix, "true"];
  try {
    await promisify(execFile)(command, args, { env, timeout: TRIAL_MS });
    return true;
  } catch {
    return false;
  }
}
