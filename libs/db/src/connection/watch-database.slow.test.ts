// Covers docs/reliability.md: clock-skew, silent-links

import { setImmediate } from "node:timers/promises";
import { createTestDatabase, type FaultProxy, startFaultProxy, waitFor } from "@polls/testing";
import { readMoment } from "../sql/moment";
import { connectDatabase, type Db } from "./connect";
import { isDatabaseUnavailable } from "./unavailable";
import type { DatabaseWatch, WatchTimes } from "./watch-database";

const times: WatchTimes = { everyMs: 100, answerMs: 700, freshMs: 700, retryMs: 100 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let link: FaultProxy;
let db: Db;
let watch: DatabaseWatch;
beforeAll(async () => {
  link = await startFaultProxy((await createTestDatabase()).url);
  db = connectDatabase(link.url, { max: 2 });
  watch = db.watch(times);
  await watch.started;
});
afterEach(async () => {
  jest.restoreAllMocks();
  await link.set({ mode: "pass" });
  await waitFor(() => answers(), { what: "the database is back" });
});
afterAll(() => db.close());

const answers = () =>
  db.pool.query("SELECT 1").then(
    () => true,
    () => false,
  );
const slow = ({ pool } = db) =>
  pool.query("SELECT pg_sleep(4)").then(
    () => "it ended",
    (error: unknown) => error,
  );

test("the time is that of the database, even if the clock of the machine is wrong", async () => {
  const real = Date.now;
  for (const leadMs of [0, 300_000, -300_000]) {
    jest.spyOn(Date, "now").mockImplementation(() => real() + leadMs);
    const before = watch.now().getTime();
    const moment = (await readMoment(db)).getTime();
    const after = watch.now().getTime();
    expect(moment).toBeGreaterThanOrEqual(before - 30);
    expect(moment).toBeLessThanOrEqual(after + 30);
    expect(Math.abs(watch.clockLeadMs() - leadMs)).toBeLessThan(500);
  }
});

test.each([
  ["in both directions", {}],
  ["towards the database", { direction: "up" }],
  ["from the database", { direction: "down" }],
] as const)(
  "a link that is silent %s ends what waits, refuses at once, and works again when it is back",
  async (_, direction) => {
    const waiting = slow();
    await link.set({ mode: "blackhole", ...direction });
    const began = performance.now();
    expect(isDatabaseUnavailable(await waiting)).toBe(true);
    expect(performance.now() - began).toBeLessThan(3_500);
    const refusal = readMoment(db).catch((error: unknown) => error);
    // Nothing that waits for the link, or for a timer, ends before this.
    const refused = await Promise.race([refusal, setImmediate("it waited")]);
    expect(isDatabaseUnavailable(refused)).toBe(true);
    await pause(1_000);
    await link.set({ mode: "pass" });
    const back = performance.now();
    await waitFor(() => answers(), { what: "an answer" });
    expect(performance.now() - back).toBeLessThan(1_500);
  },
);

test("connections that the server has dropped are replaced", async () => {
  // Another test may have left the shared watch between two connections.
  const own = connectDatabase(link.url, { max: 1 });
  await own.watch(times).started;
  const waiting = slow(own);
  await link.set({ mode: "halfOpen" });
  const began = performance.now();
  expect(isDatabaseUnavailable(await waiting)).toBe(true);
  expect(performance.now() - began).toBeLessThan(3_500);
  await own.pool.query("SELECT 1");
  await own.close();
});

test("a database that refuses connections is queried again, and requests get its refusal", async () => {
  await link.set({ mode: "reset" });
  const refused = await readMoment(db).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  await pause(500);
  await link.set({ mode: "pass" });
  expect(await answers()).toBe(true);
});

test("a closed watch sends no more queries, and the database stays open", async () => {
  const own = connectDatabase(link.url, { max: 1 });
  const closing = own.watch(times);
  await closing.started;
  await closing.close();
  await own.pool.query("SELECT 1");
  await own.close();
});

test("a database that refuses writes counts as away, and its connections are replaced when it takes them again", async () => {
  const { url } = await createTestDatabase();
  const own = connectDatabase(url, { max: 1 });
  const ownWatch = own.watch(times);
  await ownWatch.started;
  const setReadOnly = (state: "on" | "off") =>
    db.pool.query(
      `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET default_transaction_read_only = ${state}`,
    );
  const until = (isAnswering: boolean) =>
    waitFor(() => ownWatch.answers() === isAnswering, { what: `answers: ${isAnswering}` });
  await until(true);
  await setReadOnly("on");
  // Connections keep the setting with which they began.
  await db.pool.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [
    new URL(url).pathname.slice(1),
  ]);
  await until(false);
  await setReadOnly("off");
  await until(true);
  await own.pool.query("CREATE TABLE written (id int)");
  await own.close();
});
