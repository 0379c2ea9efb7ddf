import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atFileEnd } from "@polls/testing";

/** A directory that is removed at the end of the test file. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "media-worker-"));
  atFileEnd(`directory ${directory}`, () => rm(directory, { recursive: true, force: true }));
  return directory;
}
