// Covers docs/reliability.md: slow-database

import type { Db } from "@polls/db/connection";
import { recountAll } from "@polls/db/counts";
import {
  connectPatiently,
  createTestDatabase,
  type FaultProxy,
  holdStatement,
  sampleCases,
  startFaultProxy,
  waitFor,
} from "@polls/testing";
import { startGateway, type TestGateway } from "./start-gateway";
import {
  type Census,
  changeSince,
  type PrepareRequest,
  takeCensusOf,
  type WriteFixture,
  writeFixture,
  writeRequests,
} from "./write-requests";

/** The numbers of the statements of one request, and of many more. */
const numbers = Array.from({ length: 80 }, (_, at) => at + 1);
/**
 * The transaction timeout of the test. It is shorter than that of the service, so that the test is
 * faster.
 */
const LIMIT_MS = 2_000;
/**
 * The number of requests that are tested concurrently, each with its own gateway and database. Most
 * of the time they wait.
 */
const LANES = 16;
/** On a busy machine a transaction may time out without a fault, and the request is sent again. */
const TRIES = 25;
const TEST_MS = 15 * 60_000;

/** A gateway, and a proxy that can hold its statements on their way to the database. */
interface Lane {
  readonly link: FaultProxy;
  readonly gateway: TestGateway;
  readonly fixture: WriteFixture;
  /** Connected directly, not through the proxy. */
  readonly db: Db;
  readonly census: Census;
}

async function openLane(): Promise<Lane> {
  const { url } = await createTestDatabase();
  const db = connectPatiently(url, { max: 10 });
  const link = await startFaultProxy(url);
  const gateway = await startGateway(
    { url: link.url },
    {
      env: {
        RATE_LIMIT_REQUESTS: "1000000",
        RATE_LIMIT_CREATED_PARTICIPANTS: "1000000",
        // Few connections, so that the remains of a request affect the next one.
        DATABASE_CONNECTIONS: "2",
      },
      limits: { connectMs: 2 * LIMIT_MS, answerMs: 2 * LIMIT_MS, transactionMs: LIMIT_MS },
    },
  );
  const fixture = await writeFixture(gateway, db);
  return { link, gateway, fixture, db, census: await takeCensusOf(db) };
}

/** The number of open transactions of the gateway. */
async function openTransactions({ db }: Lane): Promise<number> {
  const { rows } = await db.pool.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
  );
  return rows[0]?.open ?? 0;
}

interface HeldOnce {
  readonly held: boolean;
  readonly status: number;
  readonly problem: string | undefined;
}

/** Sends a request and holds one of its statements until its transaction has timed out. */
async function holdOne(
  lane: Lane,
  prepare: PrepareRequest,
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
  await waitFor(() => over || isHeld(), { what: "a held statement, or the response" });
  const held = isHeld();
  // The statement arrives after the response. A busy gateway gives up later.
  if (held) await waitFor(() => over, { what: "the response" });
  await link.set({ mode: "pass" });
  const answer = await answered;
  await waitFor(async () => (await openTransactions(lane)) === 0, { what: "the end" });
  const came = JSON.stringify(changeSince(before, await census()));
  const retryAfter = Number(answer.headers.get("retry-after"));
  const right = held
    ? answer.status === 503 &&
      // Pages have no error code.
      (answer.body === undefined || answer.body.code === "unavailable") &&
      retryAfter > 0 &&
      ["{}", JSON.stringify(done)].includes(came)
    : answer.status === status && came === JSON.stringify(done);
  const what = held ? `statement ${number} held` : "nothing held";
  return {
    held,
    status: answer.status,
    problem: right ? undefined : `${what}: ${answer.status} ${answer.text} ${came}`,
  };
}

/** Whether nothing was held, and the transaction timed out nevertheless. */
const wasBusy = ({ held, status }: HeldOnce) => !held && status === 503;
/** Whether a statement of the gateway itself was held, and the request went on. */
const wasOther = ({ held, status }: HeldOnce) => held && status < 400;

/** As `holdOne`, tried again if it held no statement of the request. */
async function holdOneWhenIdle(...given: Parameters<typeof holdOne>): Promise<HeldOnce> {
  let result = await holdOne(...given);
  for (let tries = 1; tries < TRIES && (wasBusy(result) || wasOther(result)); tries++) {
    result = await holdOne(...given);
  }
  return result;
}

async function problemsOf(
  lane: Lane,
  prepare: PrepareRequest,
  at: number,
  tries = TRIES,
): Promise<readonly string[]> {
  const { gateway, fixture, census } = lane;
  const request = await prepare(fixture);
  const before = await census();
  const { status, text } = await gateway.request(request.line, request.options);
  if (status === 503 && tries > 1) return problemsOf(lane, prepare, at, tries - 1);
  if (status !== request.status) return [`${status} ${text} without a fault`];
  const done = changeSince(before, await census());
  const problems: string[] = [];
  for (const number of sampleCases(numbers, 2, at)) {
    const { held, problem } = await holdOneWhenIdle(lane, prepare, number, done);
    if (problem !== undefined) problems.push(problem);
    if (held) continue;
    return number > 3 ? problems : [...problems, `it has fewer than ${number} statements`];
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
    "each statement of each changing request leads to 503, and the request changes nothing",
    async () => {
      const waiting = writeRequests.map(([name, prepare], at) => ({ name, prepare, at }));
      const problems: Record<string, readonly string[]> = {};
      const work = async (lane: Lane) => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { name, prepare, at } = next;
          const found = await problemsOf(lane, prepare, at).catch((error) => [String(error)]);
          if (found.length > 0) problems[name] = found;
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
