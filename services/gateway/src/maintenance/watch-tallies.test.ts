// Covers docs/reliability.md: counts

import type { Db } from "@polls/db/connection";
import { recountAll } from "@polls/db/counts";
import { createLogger, createMetrics } from "@polls/telemetry";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  connectPatiently,
  countStored,
  createTestDatabase,
} from "@polls/testing";
import { createTallyRound } from "./watch-tallies";

const metrics = createMetrics("gateway");
const reportDrift = (drift: number) => metrics.set("tally_drift", {}, drift);
const log = createLogger("gateway", { level: "silent" });
/** More options than one check covers. */
const optionCount = 450;

// Connections use only slots below 64, so the rows that a test adds above do not conflict.

let db: Db;
let lastOption: bigint;
beforeEach(async () => {
  db = connectPatiently((await createTestDatabase()).url, { max: 4 });
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
  await countStored(db, large.id);
});
afterEach(() => db.close());

const shown = async (): Promise<number> => {
  const { body } = await metrics.text();
  return Number(/^tally_drift\{.*\} (\S+)$/m.exec(body)?.[1]);
};

test("a round of checks finds every wrong count, and the next round after the repair finds none", async () => {
  const step = createTallyRound({ db, log, reportDrift });
  const round = async () => {
    for (let checks = 0; checks < 4; checks++) await step();
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

test("counts too large for a check are skipped", async () => {
  await db.pool.query(
    "INSERT INTO option_tallies (option_id, slot, votes) VALUES ($1, 65, 60000)",
    [String(lastOption)],
  );
  await db.pool.query(
    "INSERT INTO option_tallies (option_id, slot, votes) SELECT id, 65, 1 FROM options WHERE public_id = 'large-9'",
  );
  const step = createTallyRound({ db, log, reportDrift });
  for (let checks = 0; checks < 6; checks++) await step();
  expect(await shown()).toBe(1);
});
