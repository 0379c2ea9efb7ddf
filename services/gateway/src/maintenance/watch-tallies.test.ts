import { connectDatabase, type Db, inTransaction, recountAll, recountPoll } from "@polls/db";
import { createLogger, createMetrics } from "@polls/telemetry";
import { buildOption, buildParticipant, buildPoll, createTestDatabase } from "@polls/testing";
import { createTallyRound } from "./watch-tallies";

const metrics = createMetrics("gateway");
const log = createLogger("gateway", { level: "silent" });
// Slots from 64 on are no connection's, so that a row put there by hand meets no other.
/** More than one look takes. */
const optionCount = 450;

let db: Db;
let lastOption: bigint;
beforeEach(async () => {
  db = connectDatabase((await createTestDatabase()).url, { max: 4 });
  for (let at = 0; at < 3; at++) {
    const poll = await buildPoll(db);
    await buildParticipant(db, poll);
    lastOption = (await buildOption(db, poll)).id;
  }
  const large = await buildPoll(db);
  await db.pool.query(
    `INSERT INTO options (public_id, poll_id, type, position)
     SELECT 'large-' || n, $1, 'Options::TextOption', n FROM generate_series(1, $2::int) n`,
    [String(large.id), optionCount],
  );
  await inTransaction(db, (tx) => recountPoll(tx, large.id));
});
afterEach(() => db.close());

const shown = async (): Promise<number> => {
  const { body } = await metrics.text();
  return Number(/^tally_drift\{.*\} (\S+)$/m.exec(body)?.[1]);
};

test("a whole round of looks finds every count that is wrong, and forgets it a round after it was put right", async () => {
  const step = createTallyRound({ db, log, metrics });
  const round = async () => {
    for (let looks = 0; looks < 4; looks++) await step();
  };
  await round();
  expect(await shown()).toBe(0);

  await db.pool.query(
    `INSERT INTO option_tallies (option_id, slot, votes)
     SELECT id, 64, 1 FROM options WHERE id = $1 OR public_id IN ('large-7', 'large-450')`,
    [String(lastOption)],
  );
  await db.pool.query("UPDATE poll_tallies SET participants = participants + 1");
  await round();
  expect(await shown()).toBe(6);

  expect((await recountAll(db, { repair: true })).drift).toBe(6);
  await round();
  await round();
  expect(await shown()).toBe(0);
});

test("what is too large for a look is passed over, and the round goes on after it", async () => {
  await db.pool.query(
    "INSERT INTO option_tallies (option_id, slot, votes) VALUES ($1, 65, 60000)",
    [String(lastOption)],
  );
  await db.pool.query(
    "INSERT INTO option_tallies (option_id, slot, votes) SELECT id, 65, 1 FROM options WHERE public_id = 'large-9'",
  );
  const step = createTallyRound({ db, log, metrics });
  for (let looks = 0; looks < 6; looks++) await step();
  expect(await shown()).toBe(1);
});
