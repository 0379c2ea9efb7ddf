import { recountPoll } from "@polls/db/counts";
import { inTransaction } from "@polls/db/sql";
import type { Option } from "@polls/domain/options";
import { type Poll, pollSettingsOf } from "@polls/domain/polls";
import { buildOption, buildParticipant, buildPoll, waitFor } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { createAssignments } from "./assignments";
import { type SnapshotRequest, takeSnapshot } from "./follow-ranking";
import { votingRulesOf } from "./load-siblings";
import { createPollCounts } from "./poll-counts";
import type { RatingSnapshot } from "./rating-snapshots";

const gateway = shareGateway();
const owner = shareAccount(gateway);

const path = (poll: Poll) => `/api/v1/polls/${poll.adminHash}`;

async function send(line: string, body?: object) {
  const answer = await gateway.request(line, { token: owner.privateToken, ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** A poll with six options and two participants, and a function that takes its snapshots. */
async function fixture(settings: Readonly<Record<string, unknown>>, type = "Polls::Voting") {
  const poll = await buildPoll(gateway.db, { ownerAccountId: owner.id, type, settings });
  const options: Option[] = [];
  for (let n = 0; n < 6; n++) options.push(await buildOption(gateway.db, poll));
  const voters = [];
  for (let n = 0; n < 2; n++) {
    voters.push(await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` }));
  }
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
    writing: false,
    setWide: true,
  };
  return {
    poll,
    options,
    voters,
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
      await inTransaction(gateway.db, (tx) => recountPoll(tx, at.poll.id));
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
    await change(at);
    followed = await at.take(followed);
    expect({ what, ...shown(followed) }).toEqual({ what, ...shown(await at.take()) });
  }
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
});

test("comparisons are ranked by new strengths after each vote", async () => {
  const at = await fixture({}, "Polls::PairwiseComparison");
  let followed = await at.take();
  for (const voter of [0, 1]) {
    const [one] = await send(`GET ${path(at.poll)}/options?voter_id=${at.voters[voter]?.publicId}`);
    await send(`POST ${path(at.poll)}/votes`, {
      voter_id: at.voters[voter]?.publicId,
      option_id: one.id,
      vote: { vote: 1 },
    });
    followed = await at.take(followed);
    const whole = await at.take();
    expect(followed.ranking.orders).toEqual(whole.ranking.orders);
    for (const [id, strength] of followed.ranking.rules.strengths) {
      expect(strength).toBeCloseTo(whole.ranking.rules.strengths.get(id) ?? 0, 9);
    }
  }
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
