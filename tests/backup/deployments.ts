import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Db } from "@polls/db/connection";
import { freePort, fromSource, startPostgres } from "@polls/devstack";
import { run } from "@polls/devstack/children";
import { atFileEnd, connectPatiently, redisIsHere, startTestRedis } from "@polls/testing";

/** The environment of the services and commands of one deployment. */
export interface Deployment {
  readonly env: Readonly<Record<string, string>>;
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly storageDir: string;
}

export interface CommandResult {
  readonly code: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly error: string;
}

const cli = path.resolve(__dirname, "../../services/gateway/src/cli/main.ts");

export type Deployments = Awaited<ReturnType<typeof openDeployments>>;

/** Starts the PostgreSQL of `npm start` for deployments of one test file. */
export async function openDeployments() {
  const server = await startPostgres();
  atFileEnd("the server of the deployments", () => server.stop());
  const parent = await mkdtemp(path.join(tmpdir(), "polls-backup-"));
  atFileEnd("directories", () => rm(parent, { recursive: true, force: true }));
  return {
    place: path.join(parent, "place"),
    databaseUrl: server.url,
    /** A new database without tables, a new directory, and an empty Redis if there is one. */
    async prepare(name: string) {
      await server.ensureDatabase(name);
      const databaseUrl = server.url(name);
      const storageDir = path.join(parent, name);
      const redis = redisIsHere ? await startTestRedis() : undefined;
      const port = await freePort();
      const baseUrl = `http://127.0.0.1:${port}`;
      const env = {
        APP_SECRET: "a secret of a journey, of no use elsewhere",
        RATE_LIMIT_REQUESTS: "100000000",
        MEDIA_WORK_DIR: path.join(parent, "work"),
        LOG_LEVEL: "error",
        PORT: `${port}`,
        BASE_URL: baseUrl,
        DATABASE_URL: databaseUrl,
        STORAGE_DIR: storageDir,
        DATA_DIR: storageDir,
        ...(redis === undefined ? {} : { REDIS_URL: redis.url }),
      };
      return { env, baseUrl, databaseUrl, storageDir };
    },
    async run({ env }: Deployment, ...words: readonly string[]) {
      const { HOME, TMPDIR } = process.env;
      // Without PATH, a command finds no program of the machine.
      const settings = { PATH: "", HOME, TMPDIR, ...env };
      const { code, stdout, stderr } = await run(process.execPath, [...fromSource, cli, ...words], {
        env: settings,
      }).then(
        (printed) => ({ code: 0, ...printed }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      );
      return { code, json: stdout.startsWith("{") ? JSON.parse(stdout) : {}, error: stderr.trim() };
    },
  };
}

/** Runs work on a database, and closes its connections afterwards. */
export async function inDatabase<Result>(
  url: string,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const db = connectPatiently(url, { max: 3 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

export const tablesOf = (url: string): Promise<readonly string[]> =>
  inDatabase(url, async ({ pool }) => {
    const { rows } = await pool.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    );
    return rows.map(({ tablename }) => String(tablename));
  });

/** The digest of each file below a directory, by its path in it. */
export async function digestsBelow(directory: string): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const digest = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
    digests.set(path.relative(directory, file), digest);
  }
  return digests;
}
