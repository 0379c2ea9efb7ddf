import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Db } from "@polls/db/connection";
import { recountAll } from "@polls/db/counts";
import { migrate } from "@polls/db/migrations";
import { fromSource } from "@polls/devstack";
import { run } from "@polls/devstack/children";
import {
  atFileEnd,
  connectPatiently,
  createEmptyDatabase,
  type ServiceProcess,
  startServiceProcess,
  waitFor,
} from "@polls/testing";

const OPTIONS = 20;
/** Concurrent requests, and the number of votes after each step. */
const CLIENTS = 12;
const AT_EACH_STEP = 100;
/** More participants than can vote while a million votes are migrated. */
const VOTERS = 16_000;

/** A release: its project directory, and its migrations. */
export interface Release {
  readonly root: string;
  readonly migrations: string;
  readonly recount: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly body: { readonly id?: string } | undefined;
}

interface FilledPoll {
  readonly hash: string;
  readonly options: readonly string[];
  readonly voters: readonly string[];
}

/** A deployment whose gateways are replaced while clients vote. */
class Deployment {
  constructor(
    readonly db: Db,
    readonly env: Readonly<Record<string, string>>,
    private readonly token: string,
  ) {}

  async send(gateway: ServiceProcess, line: string, body: unknown): Promise<Answer> {
    const [method = "", address = ""] = line.split(" ");
    const response = await fetch(`${gateway.url}/api/v1${address}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** A poll with votes as the old release stores them, and participants without any. */
  async fillPoll(gateway: ServiceProcess, votes: number): Promise<FilledPoll> {
    const poll = await this.send(gateway, "POST /polls", {
      poll: { title: "Which one", type: "Polls::Voting" },
    });
    const hash = String(Reflect.get(poll.body ?? {}, "member_hash"));
    const options: string[] = [];
    for (let n = 0; n < OPTIONS; n++) {
      const { body } = await this.send(gateway, `POST /polls/${hash}/options`, {
        option: { content: `Option ${n}` },
      });
      options.push(String(body?.id));
    }
    const insertParticipants = (count: number) => `
      INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at)
      SELECT translate(gen_random_uuid()::text, '-', ''), p.id, 'user:' || p.created_by_account_id, now()
      FROM polls p, generate_series(1, ${count}) RETURNING public_id`;
    await this.db.pool.query(insertParticipants(Math.ceil(votes / OPTIONS)));
    await this.db.pool.query(`
      INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, counts, score)
      SELECT translate(gen_random_uuid()::text, '-', ''), p.poll_id, p.id, o.id, 'Votes::UpVote', 1, true, 1
      FROM participants p CROSS JOIN options o ORDER BY p.id, o.id LIMIT ${votes}`);
    const { rows } = await this.db.pool.query(insertParticipants(VOTERS));
    return { hash, options, voters: rows.map(({ public_id }) => String(public_id)) };
  }

  /** Casts votes on all gateways in turn, and changes some on the next gateway, until it is stopped. */
  vote(gateways: readonly ServiceProcess[], { hash, options, voters }: FilledPoll) {
    const waiting = voters[Symbol.iterator]();
    const failed: unknown[] = [];
    const [cast, slowest] = [new Set<string>(), { ms: 0 }];
    let turn = 0;
    let ended = false;
    const next = (): ServiceProcess => gateways[turn++ % gateways.length] as ServiceProcess;
    const expectStatus = async (wanted: number, line: string, body: unknown) => {
      const begun = performance.now();
      const answer = await this.send(next(), line, body).catch((error: unknown) => error);
      slowest.ms = Math.max(slowest.ms, performance.now() - begun);
      if ((answer as Answer).status === wanted) return answer as Answer;
      failed.push(answer);
      return undefined;
    };
    const client = async () => {
      for (let at = waiting.next(); !at.done && !ended; at = waiting.next()) {
        const option_id = options[turn % OPTIONS];
        const line = `POST /polls/${hash}/votes`;
        const body = { voter_id: at.value, option_id, vote: { vote: 1 } };
        const id = (await expectStatus(201, line, body))?.body?.id;
        if (id === undefined) continue;
        cast.add(id);
        if (cast.size % 5 > 0) continue;
        await expectStatus(200, `PATCH /polls/${hash}/votes/${id}`, { vote: { vote: -1 } });
      }
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, client));
    return {
      failed,
      cast,
      slowest,
      more: () => {
        const wanted = cast.size + AT_EACH_STEP;
        return waitFor(() => cast.size >= wanted || failed.length > 0, { what: "more votes" });
      },
      async end() {
        ended = true;
        await clients;
      },
    };
  }
}

const commandOf = (
  { root }: Release,
  env: Readonly<Record<string, string>>,
  words: readonly string[],
) =>
  run(process.execPath, [...fromSource, "services/gateway/src/cli/main.ts", ...words], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });

async function openDeployment(release: Release): Promise<Deployment> {
  const { url } = await createEmptyDatabase();
  await migrate(url, release.migrations);
  const storage = await mkdtemp(path.join(tmpdir(), "polls-upgrade-"));
  atFileEnd("storage", () => rm(storage, { recursive: true, force: true }));
  const env = {
    DATABASE_URL: url,
    STORAGE_DIR: storage,
    BASE_URL: "http://127.0.0.1:1",
    APP_SECRET: "a secret of a journey, of no use elsewhere",
    RATE_LIMIT_REQUESTS: "100000000",
    LOG_LEVEL: "error",
  };
  const owner = ["account", "create", "--email", "owner@example.org", "--name", "Owner"];
  const { stdout } = await commandOf(release, env, owner);
  const db = connectPatiently(url, {
    max: 2,
    limits: { statementMs: 600_000, answerMs: 600_000, transactionMs: 600_000 },
  });
  atFileEnd("connections of the test", () => db.close());
  return new Deployment(db, env, JSON.parse(stdout).private_token);
}

export type Upgrade = Awaited<ReturnType<typeof upgradeUnderLoad>>;

/** Upgrades a release to the next one while clients vote: first the schema, then the gateway. */
export async function upgradeUnderLoad(before: Release, after: Release, votes: number) {
  const deployment = await openDeployment(before);
  const { db, env } = deployment;
  const old = await startServiceProcess("gateway", { env, root: before.root });
  const poll = await deployment.fillPoll(old, votes);
  await commandOf(before, env, before.recount);
  // Its log starts again, because it contains that the counts of these votes were missing.
  await old.stop();
  await old.start();
  const gateways = [old];
  const load = deployment.vote(gateways, poll);
  await load.more();
  const begun = performance.now();
  const applied = await migrate(env.DATABASE_URL ?? "", after.migrations);
  const seconds = Math.round(performance.now() - begun) / 1_000;
  await load.more();
  const fresh = await startServiceProcess("gateway", { env, root: after.root });
  gateways.push(fresh);
  await load.more();
  await load.more();
  gateways.shift();
  await load.more();
  const logs = [...old.log()];
  await old.stop();
  await load.more();
  await load.end();
  logs.push(...fresh.log());
  const slowestMs = Math.round(load.slowest.ms);
  const acknowledged = votes + load.cast.size;
  process.stderr.write(
    `${JSON.stringify({ votes, migrations: applied.length, seconds, cast: load.cast.size, slowestMs })}\n`,
  );
  return {
    applied,
    failed: load.failed,
    slowestMs,
    /** The errors in the logs of the old gateway and the new one. */
    logs,
    acknowledged,
    /** The number of stored and of acknowledged votes. */
    votes: await db.prisma.vote.count(),
    drift: (await recountAll(db, { repair: false })).drift,
  };
}
