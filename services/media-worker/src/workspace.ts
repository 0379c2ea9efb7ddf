import { access, constants, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Creates a private directory for one job, below a local root directory. */
export async function withWorkspace<Result>(
  root: string,
  work: (directory: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(join(root, `${process.pid}-`));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A program's message about a file counts only if at least this much could be written. */
const ROOM_BYTES = 1024 * 1024;

/** Throws the system error if the disk of a work directory has no space: ENOSPC, EDQUOT. */
export async function requireFreeSpace(directory: string): Promise<void> {
  const probe = join(directory, "room");
  try {
    await writeFile(probe, Buffer.alloc(ROOM_BYTES));
  } finally {
    await rm(probe, { force: true });
  }
}

/**
 * Removes the directories of killed workers, not of running ones. Workers that cannot see each
 * other's processes, as in containers, need different roots. Throws if the root cannot be written.
 */
export async function clearWorkspaces(root: string): Promise<void> {
  await mkdir(root, { recursive: true });
  await access(root, constants.R_OK | constants.W_OK | constants.X_OK).catch((cause: unknown) => {
    throw new Error(`${root} cannot be written: name another directory in MEDIA_WORK_DIR`, {
      cause,
    });
  });
  for (const name of await readdir(root)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    if (!Number.isInteger(pid) || (pid !== process.pid && isRunning(pid))) continue;
    await rm(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that a process of another user is running.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
