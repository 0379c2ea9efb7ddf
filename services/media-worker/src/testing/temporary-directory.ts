import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atFileEnd } from "@polls/testing";

/** A directory that is gone when the test file is over. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "media-worker-"));
  atFileEnd(`directory ${directory}`, () => rm(directory, { recursive: true, force: true }));
  return directory;
}
