import { connectDatabase, type Db, recountAll } from "@polls/db";
import {
  createTestDatabase,
  type FaultProxy,
  holdStatement,
  startFaultProxy,
  waitFor,
} from "@polls/testing";
import {
  type Census,
  changeSince,
  type DeedFixture,
  deedFixture,
  deeds,
  type PrepareDeed,
  takeCensusOf,
} from "./deeds";
import { startGateway, type TestGateway } from "./start-gateway";

const STATEMENTS_MAX = 80;
/** Shorter than those of the service, so that a held statement costs the test less. */
const LIMIT_MS = 2_000;
/** After the end of the transaction, and before its rollback would have waited too long for an answer. */
const ARRIVES_AFTER_MS = LIMIT_MS + 150;
/** Deeds at a time, each with a gateway and a database. They wait nearly all of the time. */
const LANES = 16;
const TEST_MS = 15 * 60_000;

/** A gateway whose statements can be held on their way to its database. */
interface Lane {
  readonly link: FaultProxy;
  readonly gateway: TestGateway;
  readonly fixture: DeedFixture;
  /** Past the proxy. */
  readonly db: Db;
  readonly census: Census;
}

async function openLane(): Promise<Lane> {
  const { url } = await createTestDatabase();
  const db = connectDatabase(url, { max: 10 });
  const link = await startFaultProxy(url);
  const gateway = await startGateway(
    { url: link.url },
    {
      env: {
        RATE_LIMIT_REQUESTS: "1000000",
        RATE_LIMIT_CREATED_PARTICIPANTS: "1000000",
        // Few, so that what remains of a request meets the next one.
        DATABASE_CONNECTIONS: "2",
      },
      limits: { connectMs: 2 * LIMIT_MS, answerMs: 2 * LIMIT_MS, transactionMs: LIMIT_MS },
    },
  );
  const fixture = await deedFixture(gateway, db);
  return { link, gateway, fixture, db, census: await takeCensusOf(db) };
}

/** Transactions of the gateway that are still open. */
async function openTransactions({ db }: Lane): Promise<number> {
  const { rows } = await db.pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
  );
  return rows[0]?.open ?? 0;
}

interface HeldOnce {
  readonly held: boolean;
  readonly problem: string | undefined;
}

/** Does a deed while one of its statements is held for longer than its transaction may take. */
async function holdOne(
  lane: Lane,
  prepare: PrepareDeed,
  number: number,
  done: object,
): Promise<HeldOnce> {
  const { link, gateway, fixture, census } = lane;
  const { line, options, status } = await prepare(fixture);
  const before = await census();
  const holds = link.holds();
  await link.set(holdStatement(number));
  const answered = gateway.request(line, options);
  let over = false;
  void answered.finally(() => {
    over = true;
  });
  const isHeld = () => link.holds() > holds;
  await waitFor(() => over || isHeld(), { what: "a held statement, or the answer" });
  const held = isHeld();
  if (held) await new Promise((resolve) => setTimeout(resolve, ARRIVES_AFTER_MS));
  await link.set({ mode: "pass" });
  const answer = await answered;
  await waitFor(async () => (await openTransactions(lane)) === 0, { what: "the end" });
  const came = JSON.stringify(changeSince(before, await census()));
  const retryAfter = Number(answer.headers.get("retry-after"));
  const right = held
    ? answer.status === 503 &&
      // A page has no code.
      (answer.body === undefined || answer.body.code === "unavailable") &&
      retryAfter > 0 &&
      ["{}", JSON.stringify(done)].includes(came)
    : answer.status === status && came === JSON.stringify(done);
  const what = held ? `statement ${number} held` : "nothing held";
  return { held, problem: right ? undefined : `${what}: ${answer.status} ${answer.text} ${came}` };
}

async function problemsOf(lane: Lane, prepare: PrepareDeed): Promise<readonly string[]> {
  const { gateway, fixture, census } = lane;
  const deed = await prepare(fixture);
  const before = await census();
  const { status, text } = await gateway.request(deed.line, deed.options);
  if (status !== deed.status) return [`${status} ${text} without a fault`];
  const done = changeSince(before, await census());
  const problems: string[] = [];
  for (let number = 1; number < STATEMENTS_MAX; number++) {
    const { held, problem } = await holdOne(lane, prepare, number, done);
    if (problem !== undefined) problems.push(problem);
    if (held) continue;
    return number > 3 ? problems : [...problems, `it has ${number - 1} statements`];
  }
  return [...problems, "it never ends"];
}

describe("a statement that arrives after its transaction has timed out", () => {
  const lanes: Lane[] = [];
  beforeAll(async () => {
    for (let lane = 0; lane < LANES; lane++) lanes.push(await openLane());
  });
  afterAll(async () => {
    for (const { gateway, db } of lanes) {
      await gateway.close();
      await db.close();
    }
  });

  test(
    "every statement of every request that changes something is 503, and nothing of the request stays",
    async () => {
      const waiting = [...deeds];
      const problems: Record<string, readonly string[]> = {};
      const work = async (lane: Lane) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const found = await problemsOf(lane, next[1]).catch((error: unknown) => [String(error)]);
          if (found.length > 0) problems[next[0]] = found;
        }
        const { drift } = await recountAll(lane.db, { repair: false });
        if (drift > 0) problems.counts = [`${drift} counts are wrong`];
      };
      await Promise.all(lanes.map(work));
      expect(problems).toEqual({});
    },
    TEST_MS,
  );
});
