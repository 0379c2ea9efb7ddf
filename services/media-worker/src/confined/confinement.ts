// biome-ignore lint/style/noRestrictedImports: the command of a trial does nothing and ends
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface Confinement {
  /** Programs that run before the command. They drop privileges and then execute it. */
  readonly prefix: readonly string[];
  /** The complete environment of the command, without secrets of the service. */
  readonly environment: Readonly<Record<string, string>>;
  readonly measures: readonly string[];
  readonly missing: readonly string[];
}

/** The measures, each with the commands that take it. The first command that works is used. */
const wishes: Readonly<Record<string, readonly (readonly string[])[]>> = {
  // deploy/media-worker/seccomp.json allows exactly the second one.
  "no network": [
    ["unshare", "--net", "--"],
    ["unshare", "--user", "--map-root-user", "--net", "--"],
  ],
  "dies with the worker, gains no rights": [
    ["setpriv", "--pdeathsig", "KILL", "--no-new-privs", "--"],
  ],
};

/** The measures that work on this machine. A missing program disables only its own. */
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
  const measures: string[] = [];
  const missing: string[] = [];
  const prefix: string[] = [];
  for (const [name, choices] of Object.entries(wishes)) {
    const works = await findWorking(choices, environment);
    (works === undefined ? missing : measures).push(name);
    prefix.push(...(works ?? []));
  }
  return { prefix, environment, measures, missing };
}

/** A trial takes milliseconds. On a busy machine, a measure that works must not count as missing. */
const TRIAL_MS = 60_000;

async function findWorking(
  choices: readonly (readonly string[])[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[] | undefined> {
  for (const prefix of choices) if (await works(prefix, environment)) return prefix;
  return undefined;
}

async function works(prefix: readonly string[], env: Readonly<Record<string, string>>) {
  // A shell is in every image; a program `true` is not.
  const [command = "", ...args] = [...prefix, "sh", "-c", ":"];
  try {
    await promisify(execFile)(command, args, { env, timeout: TRIAL_MS });
    return true;
  } catch {
    return false;
  }
}
