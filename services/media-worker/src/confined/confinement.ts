// biome-ignore lint/style/noRestrictedImports: the command of a trial does nothing and ends
import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** How this machine can confine a command. */
export interface Confinement {
  /** Programs that run before the command. They drop privileges and then execute it. */
  readonly prefix: readonly string[];
  /** The complete environment of the command, without secrets of the service. */
  readonly environment: Readonly<Record<string, string>>;
  /** The measures that work on this machine, for the log. */
  readonly measures: readonly string[];
}

interface ConfinementMeasure {
  readonly name: string;
  readonly prefix: readonly string[];
}

/** Preferred measures. The first one of each row that works is used. */
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

/**
 * Finds the measures that work on this machine. A missing program disables only its own measure.
 */
export async function findConfinement(searchPath: string): Promise<Confinement> {
  const environment = {
    PATH: searchPath,
    LANG: "C.UTF-8",
    // Disables loaders that were never fuzzed.
    VIPS_BLOCK_UNTRUSTED: "1",
    // With many small arenas of glibc, a decoder would need half as much memory more.
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
  // A shell is in every image; a program `true` is not.
  const [command = "", ...args] = [...prefix, "sh", "-c", ":"];
  try {
    await promisify(execFile)(command, args, { env, timeout: TRIAL_MS });
    return true;
  } catch {
    return false;
  }
}
