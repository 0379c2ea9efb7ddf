// biome-ignore lint/style/noRestrictedImports: types of the way that the rule names
import type * as node from "node:child_process";

export type ChildProcess = node.ChildProcess;

/** How a command ends if this process ends first. */
export interface Ending {
  /** The signal to its process group. SIGKILL follows after 2 s. By default TERM. */
  readonly signal?: "INT" | "TERM" | "QUIT";
  /** A directory that is removed afterwards. */
  readonly remove?: string | undefined;
}

/**
 * `spawn` of Node. The command gets a process group of its own, which ends with this process, even
 * after SIGKILL. What the command leaves in its group ends with the command.
 */
export declare const spawn: typeof node.spawn &
  ((
    command: string,
    args: readonly string[],
    options: node.SpawnOptions & { readonly stdio: readonly ["pipe", "pipe", "pipe"] },
    ending: Ending,
  ) => node.ChildProcessWithoutNullStreams);

/**
 * `spawnSync` of Node, with a process group that ends with this process. A command that a signal
 * ended has the status of a shell, 128 and the number of the signal.
 */
export declare const spawnSync: typeof node.spawnSync;

/** `fork` of Node, with a process group that ends with this process. It inherits all streams. */
export declare const fork: (
  file: string,
  args?: readonly string[],
  options?: Pick<node.ForkOptions, "cwd" | "env" | "execArgv">,
) => ChildProcess;

/**
 * Runs a command to its end and returns what it printed. Its process group ends with this process.
 * Rejects if it fails, with `code`, `signal`, `stdout` and `stderr`.
 */
export declare const run: (
  command: string,
  args?: readonly string[],
  options?: Pick<node.SpawnOptions, "cwd" | "env" | "timeout">,
) => Promise<{ readonly stdout: string; readonly stderr: string }>;

/** The same as `run`, while this process waits. Shows what the command says on standard error. */
export declare const runSync: (
  command: string,
  args?: readonly string[],
  options?: Pick<node.SpawnOptions, "cwd" | "env" | "timeout">,
) => string;
