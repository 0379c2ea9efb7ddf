// Covers docs/reference/results.md: count

import { pollFromRow } from "@polls/db/rows";
import { inSnapshot, inTransaction } from "@polls/db/sql";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOptions, waitFor } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { ranked, storeBallots } from "../../../testing/store-ballots";
import type { PollCount } from "./poll-count";
import { createPollCounts, type PollCounts } from "./poll-counts";

const gateway = shareGateway();
const owner = shareAccount(gateway);

/** Too many votes to count them for each read. */
async function largePoll(): Promise<{ poll: Poll; options: readonly Option[] }> {
  const poll = await owner.buildPoll({
    settings: { vote_type: "Votes::RankedVote", counting_method: "instant_runoff" },
  });
  const options = await buildOptions(gateway.db, poll, 20);
  const order = options.map((_, index) => index);
  await storeBallots(gateway.db, poll, options, [
    ranked(120, ...order),
    ranked(80, ...order.reverse()),
  ]);
  return { poll, options };
}

const readNow = (counts: PollCounts, poll: Poll) =>
  inSnapshot(gateway.db, (snapshot) => counts.of(snapshot, poll));

/** Reads until there is a count that `isWanted`. */
const read = (counts: PollCounts, poll: Poll, isWanted = (_: PollCount): boolean => true) =>
  waitFor(
    async () => {
      const count = await readNow(counts, poll);
      return typeof count !== "string" && isWanted(count) && count;
    },
    { what: "a count" },
  );

test("a large poll is counted once for all readers, and again after votes without a wait", async () => {
  let nowMs = 0;
  const counts = createPollCounts(() => nowMs);
  const { poll, options } = await largePoll();
  expect(await readNow(counts, poll)).toBe("pending");
  const [first, other] = await Promise.all([read(counts, poll), read(counts, poll)]);
  expect(other).toBe(first);
  expect(first.figures).toMatchObject({ ballots: 200, winners: [0] });
  const version = counts.versionOf(poll.id);

  await storeBallots(gateway.db, poll, options, [ranked(200, 7)]);
  nowMs += 60_000;
  expect(await readNow(counts, poll)).toBe(first);
  const next = await read(counts, poll, (count) => count !== first);
  expect(next.figures).toMatchObject({ ballots: 400, winners: [7] });
  expect(next.countedAt.getTime()).toBeGreaterThan(first.countedAt.getTime());
  expect(counts.versionOf(poll.id)).not.toBe(version);
});

test("a process that starts serves the last count of another one, with its moment, and counts again", async () => {
  const { poll, options } = await largePoll();
  const first = await read(createPollCounts(), poll);
  const isStored = async () =>
    (await gateway.db.prisma.keptCount.count({ where: { pollId: poll.id } })) > 0;
  await waitFor(isStored, { what: "the stored count" });
  expect(await readNow(createPollCounts(), poll)).toEqual(first);

  await storeBallots(gateway.db, poll, options, [ranked(400, 7)]);
  const started = createPollCounts();
  expect(await readNow(started, poll)).toEqual(first);
  const next = await read(started, poll, ({ digest }) => digest !== first.digest);
  expect(next.figures).toMatchObject({ ballots: 600, winners: [7] });
  await read(createPollCounts(), poll, ({ digest }) => digest === next.digest);
});

test.each([
  ["archived", { archived: true }],
  ["disapproved", { approvalState: "disapproved" }],
])(
  "a count with an option that was %s since is not served, also by a process that starts",
  async (_, data) => {
    const counts = createPollCounts();
    const { poll, options } = await largePoll();
    const first = await read(counts, poll);
    const isStored = async () =>
      (await gateway.db.prisma.keptCount.count({ where: { pollId: poll.id } })) > 0;
    await waitFor(isStored, { what: "the stored count" });

    const id = options[0]?.id ?? 0n;
    await gateway.db.prisma.option.update({ where: { id }, data });
    expect(await readNow(createPollCounts(), poll)).toBe("pending");
    expect(await readNow(counts, poll)).toBe("pending");
    const next = await read(counts, poll);
    expect(next.publicIds).not.toContain(first.publicIds[0]);
  },
);

test("a failed count is reported, and not tried again at once", async () => {
  const failures: unknown[] = [];
  const counts = createPollCounts(undefined, (pollId, error) => failures.push([pollId, error]));
  const { poll } = await largePoll();
  const away = new Error("the database is away");
  const db = { ...gateway.db, largeReads: () => Promise.reject(away) };
  const isReported = async () => {
    expect(await counts.of(db, poll)).toBe("pending");
    return failures.length > 0;
  };
  await waitFor(isReported, { what: "the report of a failed count" });
  expect(await counts.of(db, poll)).toBe("pending");
  expect(failures).toEqual([[poll.id, away]]);
});

test("an export waits for a count", async () => {
  const { poll } = await largePoll();
  const counts = createPollCounts();
  const count = await inSnapshot(gateway.db, (snapshot) =>
    counts.of(snapshot, poll, { waits: true }),
  );
  expect(count).toMatchObject({ figures: { ballots: 200 } });
});

test("the count of another method is not served", async () => {
  const counts = createPollCounts();
  const { poll } = await largePoll();
  expect((await read(counts, poll)).figures.method).toBe("instant_runoff");
  const row = await gateway.db.prisma.poll.update({
    where: { id: poll.id },
    data: {
      settings: { vote_type: "Votes::RankedVote", counting_method: "schulze" },
      version: { increment: 1 },
    },
  });
  const changed = pollFromRow(row);
  expect(await readNow(counts, changed)).toBe("pending");
  expect((await read(counts, changed)).figures.method).toBe("schulze");
});

test("a transaction that writes does not wait for the first count of a large poll", async () => {
  const counts = createPollCounts();
  const { poll } = await largePoll();
  expect(await inTransaction(gateway.db, (tx) => counts.of(tx, poll))).toBe("pending");
  const count = await read(counts, poll);
  expect(await inTransaction(gateway.db, (tx) => counts.of(tx, poll))).toBe(count);
});

test("a poll with too many options has no count", async () => {
  const poll = await owner.buildPoll({
    settings: { vote_type: "Votes::RankedVote", counting_method: "schulze" },
  });
  await buildOptions(gateway.db, poll, 201);
  const counts = createPollCounts();
  expect(await inSnapshot(gateway.db, (snapshot) => counts.of(snapshot, poll))).toBe("none");
});

test("the count in a thread equals that of the read", async () => {
  const { poll, options } = await largePoll();
  const large = await read(createPollCounts(), poll);
  const small = await owner.buildPoll({
    settings: { vote_type: "Votes::RankedVote", counting_method: "instant_runoff" },
  });
  const few = await buildOptions(gateway.db, small, options.length);
  const order = few.map((_, index) => index);
  await storeBallots(gateway.db, small, few, [ranked(12, ...order), ranked(8, ...order.reverse())]);
  const { rounds, ballots, ...figures } = (await read(createPollCounts(), small)).figures;
  expect(large.figures).toMatchObject(figures);
  expect(rounds[0]?.tally.map(({ votes }) => votes.decimal * 10)).toEqual(
    large.figures.rounds[0]?.tally.map(({ votes }) => votes.decimal),
  );
  expect(ballots * 10).toBe(large.figures.ballots);
});
