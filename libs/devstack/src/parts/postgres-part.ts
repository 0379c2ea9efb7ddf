import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { mayAccess, serverAccount } from "../postgres/server-account";
import { startPostgres } from "../postgres/start-postgres";
import { describeExit } from "../process/run-process";
import type { StackPart } from "../stack/part";
import { claimDataDir } from "../stack/stack-file";
import { UserError } from "../user-error";

/** The same port as in `prisma.config.ts`. */
const usualPort = 54_329;
const database = "polls";

export const postgresPart: StackPart = {
  name: "PostgreSQL",
  unless: ["DATABASE_URL"],
  start: async ({ settings: { dataDir } }) => {
    const { postgres, databaseUrl, note } = await startDatabase(dataDir);
    return {
      env: { DATABASE_URL: databaseUrl },
      says: `PostgreSQL runs on port ${postgres.port}${note}.`,
      ended: postgres.exited.then(describeExit),
      stop: () => postgres.stop(),
    };
  },
};

/** Starts the database of a data directory. The caller has the claim to the directory. */
async function startDatabase(dataDir: string) {
  const { dir, note } = placeFor(dataDir);
  const postgres = await startPostgres({ dir, usualPort });
  await postgres.ensureDatabase(database);
  return { postgres, databaseUrl: postgres.url(database), note };
}

/**
 * The directory for the files of PostgreSQL. Its account cannot enter directories such as `/root`:
 * then they stand outside, in one whose name derives from the data directory.
 */
function placeFor(dataDir: string): { readonly dir: string; readonly note: string } {
  const account = serverAccount();
  const inside = path.join(dataDir, "postgres");
  if (mayAccess(account, dataDir, "execute")) return { dir: inside, note: "" };
  const key = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const outside = `/var/tmp/polls-postgres-${key}`;
  const owner = fs.lstatSync(outside, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== account?.uid && owner !== process.getuid?.()) {
    throw new UserError(
      `${outside} belongs to another user: remove it, or choose another DATA_DIR.`,
    );
  }
  return {
    dir: outside,
    note: ` with its files in ${outside}, as its account cannot enter ${dataDir}`,
  };
}

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
