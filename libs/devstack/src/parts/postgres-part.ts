import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { mayAccess, serverAccount } from "../postgres/server-account";
import { startPostgres } from "../postgres/start-postgres";
import { portNear } from "../process/ports";
import { describeExit } from "../process/run-process";
import type { StackPart } from "../stack/part";
import { Trouble } from "../trouble";

/** The same port as in `prisma.config.ts`. */
const usualPort = 54_329;
const database = "polls";

export const postgresPart: StackPart = {
  name: "PostgreSQL",
  unless: "DATABASE_URL",
  start: async ({ settings: { dataDir } }) => {
    const { dir, note } = placeFor(dataDir);
    const postgres = await startPostgres({ dir, port: await portNear(usualPort) });
    await postgres.ensureDatabase(database);
    return {
      env: { DATABASE_URL: postgres.url(database) },
      says: `PostgreSQL runs on port ${postgres.port}${note}.`,
      ended: postgres.exited.then(describeExit),
      stop: () => postgres.stop(),
    };
  },
};

/**
 * PostgreSQL does not run as root, and its account cannot enter directories like `/root`. Then its files
 * are outside, under a name that is derived from the data directory.
 */
function placeFor(dataDir: string): { readonly dir: string; readonly note: string } {
  const account = serverAccount();
  const inside = path.join(dataDir, "postgres");
  if (mayAccess(account, dataDir, "execute")) return { dir: inside, note: "" };
  const key = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const outside = `/var/tmp/polls-postgres-${key}`;
  const owner = fs.lstatSync(outside, { throwIfNoEntry: false })?.uid;
  if (owner !== undefined && owner !== account?.uid && owner !== process.getuid?.()) {
    throw new Trouble(`${outside} belongs to somebody else: remove it, or name another DATA_DIR.`);
  }
  return {
    dir: outside,
    note: ` with its files in ${outside}, as its account cannot enter ${dataDir}`,
  };
}
