import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrate } from "@polls/db/migrations";
import { startPostgres } from "@polls/devstack";
import { atFileEnd } from "../at-file-end";

const root = path.resolve(__dirname, "../../../..");

export type CrashingDatabase = Awaited<ReturnType<typeof startCrashingDatabase>>;

/** Starts the server with a migrated, empty database. It stops after the test file. */
export async function startCrashingDatabase() {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), "polls-crashing-"));
  // The server runs under a separate account.
  fs.chmodSync(parent, 0o755);
  const dir = path.join(parent, "pg");
  // Durable writes only matter if the machine crashes.
  let server = await startPostgres({ dir, durable: false });
  const { port } = server;
  atFileEnd("the crashing database", async () => {
    await server.stop("immediate");
    fs.rmSync(parent, { recursive: true, force: true });
  });
  await server.ensureDatabase("polls");
  const url = server.url("polls");
  await migrate(url, path.join(root, "prisma/migrations"));
  return {
    url,
    /** Crashes the server, and restarts it on the same data. */
    async crash() {
      await server.stop("immediate");
      server = await startPostgres({ dir, port, durable: false });
    },
  };
}
