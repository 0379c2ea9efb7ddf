// Covers docs/reference/results.md: count

import { pollFromRow } from "@polls/db/rows";
import { inSnapshot, inTransaction } from "@polls/db/sql";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOptions, buildPoll, createTestDatabase, waitFor } from "@polls/testing";
import { signUp } from "../../../testing/sign-up";
import { startGateway, type TestGateway } from "../../../testing/start-gateway";
import { ranked, storeBallots } from "../../../testing/store-ballots";
import type { NewAccount } from "../accounts/create-account";
import { createPollCounts, type PollCounts } from "./poll-counts";

let gateway: TestGateway;
let owner: NewAccount;

beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase());
  owner = await signUp(gateway.db);
});
afterAll(() => gateway?.close());

/** Too many votes to count them for each read. */
async function largePoll(): Promise<{ poll: Poll; options: readonly Option[] }> {
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: owner.id,
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

async function read(counts: PollCounts, poll: Poll) {
  const count = await inSnapshot(gateway.db, (snapshot) => counts.of(snapshot, poll));
  if (typeof count === "string") throw new Error(`the count is ${count}`);
  return count;
}

test("a large poll is counted once for all readers, and again after votes without a wait", async () => {
  let nowMs = 0;
  const counts = createPollCounts(() => nowMs);
  const { poll, options } = await largePoll();
  const [first, other] = await Promise.all([read(counts, poll), read(counts, poll)]);
  expect(other).toBe(first);
  expect(first.figures).toMatchObject({ ballots: 200, winners: [0] });
  const version = counts.versionOf(poll.id);

  await storeBallots(gateway.db, poll, options, [ranked(200, 7)]);
  nowMs += 60_000;
  expect(await read(counts, poll)).toBe(first);
  const next = await waitFor(
    async () => {
      const count = await read(counts, poll);
      return count !== first && count;
    },
    { what: "the next count" },
  );
  expect(next.figures).toMatchObject({ ballots: 400, winners: [7] });
  expect(next.countedAt.getTime()).toBeGreaterThan(first.countedAt.getTime());
  expect(counts.versionOf(poll.id)).not.toBe(version);
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
  expect((await read(counts, pollFromRow(row))).figures.method).toBe("schulze");
});

test("a transaction that writes does not wait for the first count of a large poll", async () => {
  const counts = createPollCounts();
  const { poll } = await largePoll();
  expect(await inTransaction(gateway.db, (tx) => counts.of(tx, poll))).toBe("pending");
  const count = await read(counts, poll);
  expect(await inTransaction(gateway.db, (tx) => counts.of(tx, poll))).toBe(count);
});

test("a poll with too many options has no count", async () => {
  const poll = await buildPoll(gateway.db, {
    ownerAccountId: owner.id,
    settings: { vote_type: "Votes::RankedVote", counting_method: "schulze" },
  });
  await buildOptions(gateway.db, poll, 201);
  const counts = createPollCounts();
  expect(await inSnapshot(gateway.db, (snapshot) => counts.of(snapshot, poll))).toBe("none");
});

test("the count in a thread equals that of the read", async () => {
  const { poll, options } = await largePoll();
  const large = await read(createPollCounts(), poll);
  const small = await buildPoll(gateway.db, {
    ownerAccountId: owner.id,
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
