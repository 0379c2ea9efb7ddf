import { deflateSync } from "node:zlib";
import { deleteOldRatingChanges } from "@polls/db/options";
import { inTransaction } from "@polls/db/sql";
import { type Poll, pollSettingsOf } from "@polls/domain/polls";
import { buildOptions, buildParticipants, countStored, waitFor } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { createAssignments } from "./assignments";
import { type SnapshotRequest, takeSnapshot } from "./follow-ranking";
import { votingRulesOf } from "./load-siblings";
import { createPollCounts } from "./poll-counts";
import type { RatingSnapshot } from "./rating-snapshot";
import { createStoredRankings } from "./stored-rankings";
import { eachWin } from "./wins";

const gateway = shareGateway();
const owner = shareAccount(gateway);

const path = (poll: Poll) => `/api/v1/polls/${poll.adminHash}`;

async function send(line: string, body?: object) {
  const answer = await gateway.request(line, { token: owner.privateToken, body });
  if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A poll with six options and some participants, and functions that take and store its snapshots. */
async function fixture(
  settings: Readonly<Record<string, unknown>>,
  type = "Polls::Voting",
  participants = 2,
) {
  const poll = await owner.buildPoll({ type, settings });
  const options = await buildOptions(gateway.db, poll, 6);
  const ownerKey = `user:${owner.id}`;
  const voters = await buildParticipants(gateway.db, poll, participants, { ownerKey });
  const set = { poll, parent: undefined, shownToMembers: true };
  const voting = votingRulesOf(set);
  if (voting === undefined) throw new Error("the poll takes no votes");
  const assignments = createAssignments();
  const counts = createPollCounts();
  const request = {
    set,
    voting,
    clock: Date.now,
    assignments,
    counts,
    stored: createStoredRankings(),
    writing: false,
    setWide: true,
  };
  const always = createStoredRankings(Date.now, { storedFrom: 0, everyMs: 0, afterMs: 0 });
  let followed = 0;
  return {
    request,
    poll,
    options,
    voters,
    always,
    store: (snapshot: RatingSnapshot) => always.store(gateway.db, set, snapshot),
    /** Takes a snapshot like a gateway that starts. */
    start: () =>
      takeSnapshot(
        gateway.db,
        {
          ...request,
          stored: {
            ...request.stored,
            async isFollowed(...facts) {
              followed++;
              return request.stored.isFollowed(...facts);
            },
          },
        },
        undefined,
      ),
    followed: () => followed,
    take: (before?: RatingSnapshot) =>
      before === undefined ? takeWhole(request) : takeSnapshot(gateway.db, request, before),
  };
}

/**
 * Takes a snapshot with a cursor. There is no cursor while a long transaction runs, even one of
 * another test on the same server.
 */
const takeWhole = (request: SnapshotRequest): Promise<RatingSnapshot> =>
  waitFor(
    async () => {
      const whole = await takeSnapshot(gateway.db, request, undefined);
      return whole.cursor !== undefined && whole;
    },
    { what: "a snapshot with a cursor" },
  );

/** The part of a snapshot that readers see. */
const shown = ({ ranking }: RatingSnapshot) => ({
  ...ranking,
  rules: { ...ranking.rules, ballots: undefined },
});

type RankingFixture = Awaited<ReturnType<typeof fixture>>;
type Change = (fixture: RankingFixture) => Promise<unknown>;

const cast = (
  { poll, options, voters }: RankingFixture,
  voter: number,
  option: number,
  vote: number,
) =>
  send(`POST ${path(poll)}/votes`, {
    voter_id: voters[voter]?.publicId,
    option_id: options[option]?.publicId,
    vote: { vote },
  });

const update = ({ poll, options }: RankingFixture, option: number, change: object) =>
  send(`PATCH ${path(poll)}/options/${options[option]?.publicId}`, { option: change });

const voteOf = async ({ poll, voters }: RankingFixture, voter: number) =>
  gateway.db.prisma.vote.findFirstOrThrow({
    where: { pollId: poll.id, participantId: voters[voter]?.id ?? 0n },
  });

const changes: readonly (readonly [string, Change])[] = [
  ["a vote is cast", (at) => cast(at, 0, 3, 5)],
  ["another is cast", (at) => cast(at, 1, 3, 2)],
  ["one more is cast", (at) => cast(at, 1, 4, 4)],
  [
    "a vote is changed",
    async (at) =>
      send(`PATCH ${path(at.poll)}/votes/${(await voteOf(at, 0)).publicId}`, { vote: { vote: 1 } }),
  ],
  [
    "a participant is fraudulent",
    (at) =>
      send(`PATCH ${path(at.poll)}/voters/${at.voters[1]?.publicId}`, {
        voter: { fraudulent: true },
      }),
  ],
  [
    "a participant is cleared",
    (at) =>
      send(`PATCH ${path(at.poll)}/voters/${at.voters[1]?.publicId}`, {
        voter: { fraudulent: false },
      }),
  ],
  ["an option is archived", (at) => update(at, 4, { archived: true })],
  ["the option is restored", (at) => update(at, 4, { archived: false })],
  ["an option moves to the front", (at) => update(at, 5, { position: 1 })],
  ["an admin picks one", (at) => update(at, 2, { selected: true })],
  [
    "an option is created",
    (at) => send(`POST ${path(at.poll)}/options`, { option: { content: "new" } }),
  ],
  [
    "a vote is withdrawn",
    async (at) => send(`DELETE ${path(at.poll)}/votes/${(await voteOf(at, 0)).publicId}`),
  ],
  [
    "an option is deleted",
    (at) => send(`DELETE ${path(at.poll)}/options/${at.options[3]?.publicId}`),
  ],
  [
    "a participant is deleted",
    (at) => send(`DELETE ${path(at.poll)}/voters/${at.voters[1]?.publicId}`),
  ],
  [
    "a tally is corrupted, and the poll is recounted",
    async (at) => {
      await cast(at, 0, 1, 3);
      await gateway.db.prisma.optionTally.updateMany({
        where: { optionId: at.options[1]?.id ?? 0n },
        data: { total: 9 },
      });
      await countStored(gateway.db, at.poll.id);
    },
  ],
];

test.each([
  ["ratings", { vote_type: "Votes::RatingVote" }],
  ["ranks", { vote_type: "Votes::RankedVote" }],
])("%s: a ranking updated by changes equals one read as a whole", async (_, settings) => {
  const at = await fixture(settings);
  let followed = await at.take();
  expect(followed.cursor).toBeDefined();
  for (const [what, change] of changes) {
    await at.store(followed);
    await change(at);
    followed = await at.take(followed);
    const whole = { what, ...shown(await at.take()) };
    expect({ what, ...shown(followed) }).toEqual(whole);
    expect({ what, ...shown(await at.start()) }).toEqual(whole);
  }
  expect(at.followed()).toBeGreaterThan(changes.length / 2);
});

test.each([
  ["ratings", { vote_type: "Votes::RatingVote" }],
  ["the lowest resistance", { vote_type: "Votes::RatingVote", target: "lowest_resistance" }],
])(
  "%s: a stored ranking, followed over all changes, equals one read as a whole",
  async (_, settings) => {
    const at = await fixture(settings);
    await at.store(await at.take());
    for (const [what, change] of changes) {
      await change(at);
      expect({ what, ...shown(await at.start()) }).toEqual({ what, ...shown(await at.take()) });
    }
    expect(at.followed()).toBe(changes.length);
  },
);

test("a stored ranking is followed while others change votes", async () => {
  const at = await fixture({ vote_type: "Votes::RatingVote" }, "Polls::Voting", 6);
  const rounds = 6;
  for (let round = 0; round < rounds; round++) {
    const earlier = await gateway.db.prisma.vote.findMany({ where: { pollId: at.poll.id } });
    const casts = at.voters.map((_, voter) =>
      cast(at, voter, (voter + round) % 6, 1 + ((voter + 2 * round) % 5)),
    );
    const others = earlier.slice(0, 4).map(({ publicId }, index) => {
      const vote = `${path(at.poll)}/votes/${publicId}`;
      return index % 2 === 0
        ? send(`DELETE ${vote}`)
        : send(`PATCH ${vote}`, { vote: { vote: 1 } });
    });
    const stored = at.start().then((snapshot) => at.store(snapshot));
    await Promise.all([...casts, ...others, stored]);
    expect({ round, ...shown(await at.start()) }).toEqual({ round, ...shown(await at.take()) });
    await at.store(await at.take());
  }
  expect(at.followed()).toBeGreaterThan(rounds);
});

test("a ranking is stored soon, and read by another gateway", async () => {
  const at = await fixture({ vote_type: "Votes::RatingVote" });
  await cast(at, 0, 3, 5);
  const whole = await takeWhole({ ...at.request, stored: at.always });
  const isStored = () => gateway.db.prisma.keptRanking.count({ where: { pollId: at.poll.id } });
  await waitFor(async () => (await isStored()) > 0, { what: "a stored ranking" });
  const started = await at.start();
  expect(at.followed()).toBe(1);
  expect(started.stored).toBe(true);
  expect(shown(started)).toEqual(shown(whole));
});

test("a ranking whose changes are deleted while it is read is not followed", async () => {
  const at = await fixture({ vote_type: "Votes::RatingVote" });
  await at.store(await at.take());
  await update(at, 4, { archived: true });
  const { stored } = at.request;
  const started = await takeSnapshot(
    gateway.db,
    {
      ...at.request,
      stored: {
        ...stored,
        async read(...facts) {
          const found = await stored.read(...facts);
          expect(found).toBeDefined();
          const future = new Date(Date.now() + 3_600_000);
          await inTransaction(gateway.db, (tx) => deleteOldRatingChanges(tx, future, 100_000));
          return found;
        },
      },
    },
    undefined,
  );
  expect(shown(started)).toEqual(shown(await at.take()));
  expect(started.ranking.byId[4]?.ranked).toBe(false);
});

test("bytes that are no ranking are read as none", async () => {
  const at = await fixture({ vote_type: "Votes::RatingVote" });
  await at.store(await at.take());
  const { poll } = at;
  for (const figures of [Buffer.from("no ranking"), deflateSync(Buffer.alloc(500, 7))]) {
    await gateway.db.prisma.keptRanking.updateMany({
      where: { pollId: poll.id },
      data: { figures },
    });
    expect(shown(await at.start())).toEqual(shown(await at.take()));
  }
  expect(at.followed()).toBe(0);
});

test("few changes are read alone, without the whole set", async () => {
  const at = await fixture({ vote_type: "Votes::RatingVote" });
  const whole = await at.take();
  await cast(at, 0, 3, 5);
  const followed = await at.take(whole);
  expect(followed.wholeAt).toBe(whole.wholeAt);
  expect(followed.ranking.byId[3]?.score.rating).toBe(5);
  expect(followed.ranking.byId[2]).toBe(whole.ranking.byId[2]);
});

test("a vote with a lower id that commits later is not missed", async () => {
  const at = await fixture({ vote_type: "Votes::RatingVote" });
  let followed = await at.take();
  await cast(at, 0, 2, 3);
  const late = await voteOf(at, 0);
  const first = await gateway.db.pool.connect();
  try {
    // The vote with the lower id is inserted in a transaction that commits after the next vote.
    await gateway.db.prisma.vote.delete({ where: { id: late.id } });
    await first.query("BEGIN");
    await first.query(
      `INSERT INTO votes (id, public_id, poll_id, participant_id, option_id, type, value, counts, score)
       VALUES ($1, $2, $3, $4, $5, 'Votes::RatingVote', 3, true, 3)`,
      [late.id, late.publicId, late.pollId, late.participantId, late.optionId].map(String),
    );
    await cast(at, 1, 4, 5);
    followed = await at.take(followed);
    followed = await at.take(followed);
    await at.store(followed);
    await first.query("COMMIT");
  } finally {
    first.release();
  }
  await gateway.db.prisma.optionTally.updateMany({
    where: { optionId: late.optionId },
    data: { total: 4 },
  });
  followed = await at.take(followed);
  expect(shown(followed)).toEqual(shown(await at.take()));
  expect(shown(await at.start())).toEqual(shown(followed));
  expect(at.followed()).toBe(1);
});

/** Compares the pair on offer of a participant. */
async function compare(at: RankingFixture, voter: number): Promise<void> {
  const voter_id = at.voters[voter]?.publicId;
  const [one] = await send(`GET ${path(at.poll)}/options?voter_id=${voter_id}`);
  await send(`POST ${path(at.poll)}/votes`, { voter_id, option_id: one.id, vote: { vote: 1 } });
}

function expectSameStrengths(one: RatingSnapshot, other: RatingSnapshot): void {
  expect(one.ranking.orders).toEqual(other.ranking.orders);
  expect(one.ranking.byId).toEqual(other.ranking.byId);
  const strengths = [...one.ranking.rules.strengths];
  expect(strengths.length).toBe(other.ranking.rules.strengths.size);
  for (const [id, strength] of strengths) {
    expect(strength).toBeCloseTo(other.ranking.rules.strengths.get(id) ?? 0, 9);
  }
  expect(winsOf(one)).toEqual(winsOf(other));
}

const winsOf = ({ wins }: RatingSnapshot) =>
  [...(wins === undefined ? [] : eachWin(wins))]
    .map(({ winnerId, loserId, count }) => `${winnerId} ${loserId} ${count}`)
    .sort();

const comparisonChanges: readonly (readonly [string, Change])[] = [
  ["a pair is compared", (at) => compare(at, 0)],
  ["another participant compares", (at) => compare(at, 1)],
  [
    "two more pairs are compared",
    async (at) => {
      await compare(at, 0);
      await compare(at, 1);
    },
  ],
  ...changes.filter(([what]) =>
    [
      "a participant is fraudulent",
      "a participant is cleared",
      "an option is archived",
      "the option is restored",
      "an option is created",
      "a vote is withdrawn",
      "an option is deleted",
      "a participant is deleted",
    ].includes(what),
  ),
];

test("comparisons are ranked by new strengths after each change, also by a gateway that starts", async () => {
  const at = await fixture({}, "Polls::PairwiseComparison");
  let followed = await at.take();
  for (const [what, change] of comparisonChanges) {
    await at.store(followed);
    await change(at);
    followed = await at.take(followed);
    const whole = await at.take();
    expect({ what, pairs: followed.wins?.pairs }).toEqual({ what, pairs: winsOf(whole).length });
    expectSameStrengths(followed, whole);
    expectSameStrengths(await at.start(), whole);
  }
  expect(comparisonChanges).toHaveLength(11);
  expect(at.followed()).toBe(comparisonChanges.length);
});

test("wins of options without new comparisons are not counted again", async () => {
  const at = await fixture({}, "Polls::PairwiseComparison");
  await compare(at, 0);
  await compare(at, 0);
  const before = await at.take();
  await compare(at, 1);
  const after = await at.take(before);
  const same = [...(before.wins?.byWinner ?? [])].filter(
    ([id, wins]) => after.wins?.byWinner.get(id) === wins,
  );
  expect(after.wins).not.toBe(before.wins);
  expect(same.length).toBeGreaterThan(0);
});

test("points of ranks are computed again if there are more options", async () => {
  expect(pollSettingsOf("Polls::Voting", {}).vote_type).not.toBe("Votes::RankedVote");
  const at = await fixture({ vote_type: "Votes::RankedVote" });
  await cast(at, 0, 3, 1);
  const before = await at.take();
  await send(`POST ${path(at.poll)}/options`, { option: { content: "new" } });
  const after = await at.take(before);
  expect(before.ranking.byId[3]?.score.rating).toBe(6);
  expect(after.ranking.byId[3]?.score.rating).toBe(7);
});
