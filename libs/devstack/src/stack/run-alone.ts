import { startDatabase } from "../parts/postgres-part";
import { claimDataDir } from "./stack-file";

/** Starts the database of a data directory for one command. Throws `UserError` if a stack runs. */
export async function withDatabaseAlone<Result>(
  dataDir: string,
  run: (databaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const claim = await claimDataDir(dataDir);
  try {
    const { postgres, databaseUrl } = await startDatabase(dataDir);
    try {
      return await run(databaseUrl);
    } finally {
      await postgres.stop();
    }
  } finally {
    claim.release();
  }
}
