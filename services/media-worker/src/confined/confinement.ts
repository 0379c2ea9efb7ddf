import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The measures of this machine that confine a command. */
export interface Confinement {
  /** Programs before the command: they drop privileges, then become it. */
  readonly prefix: readonly string[];
  /** The whole environment of the command, without secrets of ours. */
  readonly environment: Readonly<Record<string, string>>;
  /** The measures that work here, for the log. */
  readonly measures: readonly string[];
}

interface ConfinementMeasure {
  readonly name: string;
  readonly prefix: readonly string[];
}

/** The first of each row that works here is used. */
const wishes: readonly (readonly ConfinementMeasure[])[] = [
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

/** Finds the measures that work on this machine; a missing program costs its measure only. */
export async function findConfinement(searchPath: string): Promise<Confinement> {
  const environment = {
    PATH: searchPath,
    LANG: "C.UTF-8",
    // Disables loaders that were never fuzzed.
    VIPS_BLOCK_UNTRUSTED: "1",
    // Many small arenas of glibc increase the memory of a decoder by half.
    MALLOC_ARENA_MAX: "2",
    UV_THREADPOOL_SIZE: "2",
  };
  const measures: ConfinementMeasure[] = [];
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

async function works({ prefix }: ConfinementMeasure, env: Readonly<Record<string, string>>) {
  const [command = "", ...args] = [...prefix, "true"];
  try {
    await promisify(execFile)(command, args, { env, timeout: TRIAL_MS });
    return true;
  } catch {
    return false;
  }
}
