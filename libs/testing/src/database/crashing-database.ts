import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { migrate } from "@polls/db";
import { startPostgres } from "@polls/devstack";
import { atFileEnd } from "../at-file-end";

/** A database on a server of its own, which may crash without harm to other tests. */
export interface CrashingDatabase {
  readonly url: string;
  /** Ends the server as a crash does, and starts it again where it was. */
  readonly crash: () => Promise<void>;
}

const root = path.resolve(__dirname, "../../../..");

/** Starts it, migrated and empty; it ends with the test file. */
export async function startCrashingDatabase(): Promise<CrashingDatabase> {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), "polls-crashing-"));
  // The server runs under an account of its own.
  fs.chmodSync(parent, 0o755);
  const dir = path.join(parent, "pg");
  // Only a crash of the machine, which this is not, could tell the difference.
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
    async crash() {
      await server.stop("immediate");
      server = await startPostgres({ dir, port, durable: false });
    },
  };
}
