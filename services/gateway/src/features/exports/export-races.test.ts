// Covers docs/reference/requests.md: consistency
// Covers docs/reliability.md: expensive-requests

import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { exportVotes, exportWorkbook } from "@polls/db/votes";
import { buildParticipant, sampleCases, waitFor } from "@polls/testing";
import { shareExportedPolls, viewOf } from "../../../testing/exported-polls";
import { exportFormats } from "./export-formats";
import { createExportSlots } from "./export-slots";
import { workbookSheets } from "./workbook";
import type { SheetRow } from "./xlsx";

const { gateway, owner, largePoll, exported } = shareExportedPolls();

test("each vote is exported once, in order, and as it was when the export began", async () => {
  const { poll, optionIds } = await largePoll(25);
  const [first = 0n, ...later] = optionIds;
  const ids: bigint[] = [];
  const values: (number | null)[] = [];
  for await (const batch of exportVotes(gateway.db, { pollId: poll.id, anonymous: false })) {
    if (ids.length === 0) {
      await gateway.db.prisma.vote.deleteMany({ where: { optionId: { in: later.slice(0, 12) } } });
      await gateway.db.prisma.vote.updateMany({
        where: { optionId: { in: later.slice(12) } },
        data: { value: -1 },
      });
      await gateway.db.prisma.vote.deleteMany({ where: { optionId: first } });
    }
    ids.push(...batch.map(({ id }) => id));
    values.push(...batch.map(({ value }) => value));
  }
  expect(ids).toHaveLength(25_000);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => (one < other ? -1 : 1)));
  expect(new Set(values)).toEqual(new Set([1]));
});

test("all sheets of a workbook show the same moment, while votes and participants change", async () => {
  // Some votes of each participant are read by a second query.
  const { poll, optionIds } = await largePoll(25);
  const { prisma } = gateway.db;
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    async Votes() {
      await prisma.vote.deleteMany({ where: { optionId: optionIds[0] ?? 0n } });
      await buildParticipant(gateway.db, poll);
    },
    Participants: () => prisma.vote.updateMany({ where: { pollId: poll.id }, data: { value: -1 } }),
  };
  const rowsOf = new Map<string, SheetRow[]>();
  const about = { now: new Date(), address: "https://polls.example/p/lunch" };
  const sheets = workbookSheets(
    viewOf(poll),
    exportWorkbook(gateway.db, { pollId: poll.id, anonymous: false }),
    about,
  );
  for await (const { name, rows } of sheets) {
    const read: SheetRow[] = [];
    for (let next = await rows.next(); next.done !== true; next = await rows.next()) {
      if (read.length === 0) await changes[name]?.();
      read.push(...next.value);
    }
    rowsOf.set(name, read);
  }
  expect(rowsOf.get("Votes")).toHaveLength(25_000);
  const participants = rowsOf.get("Participants") ?? [];
  expect(participants).toHaveLength(1_000);
  expect(new Set(participants.map((row) => String(row.slice(-25))))).toEqual(
    new Set([Array(25).fill(1).join()]),
  );
  const summary = rowsOf.get("Summary") ?? [];
  expect(summary).toContainEqual(["participants", 1_000]);
  expect(summary).toContainEqual(["votes", 25_000]);
  expect(summary.slice(-25).map((row) => row.slice(-3))).toEqual(Array(25).fill([1_000, 1_000, 1]));
});

test("an export whose client disconnects releases its database connection", async () => {
  const { poll } = await largePoll(3);
  for (let n = 0; n < 12; n++) {
    for await (const batch of exportVotes(gateway.db, { pollId: poll.id, anonymous: false })) {
      expect(batch).toHaveLength(1_000);
      break;
    }
  }
  expect(gateway.db.pool.waitingCount).toBe(0);
  expect((await exported(poll, "json")).body).toHaveLength(3_000);
});

test("a workbook whose client disconnects releases its database connection", async () => {
  const { poll } = await largePoll(20);
  const { pool } = gateway.db;
  for (let n = 0; n < 3; n++) {
    const response = await fetch(`${gateway.url}/api/v1/polls/${poll.memberHash}/export.xlsx`, {
      headers: { Authorization: `Bearer ${owner.privateToken}` },
    });
    await response.body?.getReader().cancel();
    await waitFor(() => pool.idleCount === pool.totalCount, {
      deadlineMs: 20_000,
      what: "the connection of the export",
      everyMs: 20,
    });
  }
});

test("the number of concurrent exports of a process and of an account is limited", async () => {
  const slots = createExportSlots(3);
  const [one, other] = [1n, 2n];
  const ends: (() => void)[] = [];
  const begin = (accountId: bigint) =>
    slots.hold(
      accountId,
      () => new Promise<void>((resolve) => ends.push(resolve)),
    )(undefined as never);
  const running = [begin(one), begin(one)];
  expect(() => begin(one)).toThrow("Too many exports are running");
  running.push(begin(other) as Promise<unknown>);
  expect(() => begin(other)).toThrow("Too many exports are running");
  for (const end of ends) end();
  await Promise.all(running);
  expect(() => slots.hold(one, () => undefined)).not.toThrow();
});

const votesFormats = exportFormats.filter(({ name }) => name === "votes");

test.each(sampleCases(votesFormats, 3, 0))(
  "$extension: votes are read only as fast as the client receives the file",
  async (format) => {
    const { poll } = await largePoll(50);
    const { pool } = gateway.db;
    let rows = 0;
    const connect = async () => {
      const client = await pool.connect();
      return {
        release: client.release.bind(client),
        async query(statement: { readonly text: string }) {
          const answer = await client.query(statement);
          if (answer.fields.some(({ name }) => name === "vote_id")) rows += answer.rows.length;
          return answer;
        },
      };
    };
    const file = format.write({
      ...viewOf(poll),
      now: new Date(),
      address: "https://polls.example/p/lunch",
      bom: false,
      language: "en",
      db: { largeReads: async () => ({ pool: { connect } }) as never },
    });
    const parts: { readonly bytes: number; readonly rows: number }[] = [];
    let bytes = 0;
    const reader = new Writable({
      write(chunk: Buffer, _encoding, done) {
        parts.push({ bytes, rows });
        bytes += chunk.length;
        setImmediate(done);
      },
    });
    await pipeline(file, reader);
    expect(rows).toBe(50_000);
    const ahead = parts.map((part) => part.rows - (rows * part.bytes) / bytes);
    expect(Math.max(...ahead)).toBeLessThan(10_000);
  },
);
