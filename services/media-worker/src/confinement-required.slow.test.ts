// Covers docs/reliability.md: confined-decoders

import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { run } from "@polls/devstack/children";
import { createTestDatabase } from "@polls/testing";
import { temporaryDirectory } from "../testing/temporary-directory";
import { startWorkerProcess } from "../testing/worker-process";

/** A search path without the programs that confine decoders. */
async function bareSearchPath(): Promise<string> {
  const bin = await temporaryDirectory();
  const { stdout } = await run("/bin/sh", ["-c", "command -v sh"]);
  await symlink(stdout.trim(), join(bin, "sh"));
  return bin;
}

test.each([
  ["required", 503],
  ["wanted", 200],
] as const)(
  "with MEDIA_CONFINEMENT=%s on a machine that confines nothing, /readyz answers %i",
  async (MEDIA_CONFINEMENT, readyStatus) => {
    const { url: DATABASE_URL } = await createTestDatabase();
    const variables = {
      DATABASE_URL,
      STORAGE_DIR: await temporaryDirectory(),
      MEDIA_WORK_DIR: await temporaryDirectory(),
      MEDIA_CONFINEMENT,
    };
    const worker = await startWorkerProcess(variables, await bareSearchPath(), { readyStatus });
    const parts = JSON.parse((await worker.ask("/readyz")).text).parts;
    const isRequired = MEDIA_CONFINEMENT === "required";
    expect([parts.confinement, parts.queue]).toEqual(
      isRequired ? ["required measures do not work", undefined] : [undefined, "ok"],
    );
    expect((await worker.ask("/metrics")).text).toMatch(
      /^decoder_confinement\{.*measure="no network".*\} 0$/m,
    );
    const { results } = JSON.parse((await worker.ask("/diagnosis")).text);
    expect(results).toContainEqual(
      expect.objectContaining({
        check: "confinement",
        state: isRequired ? "failed" : "warning",
        found: expect.stringContaining("decoders lack: no network"),
      }),
    );
    expect(await worker.end("SIGTERM")).toBe(0);
  },
);
