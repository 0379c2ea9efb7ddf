// Covers docs/reference/comparisons.md: options-list
// Covers docs/reference/participants.md: fraudulent-participants
// Covers docs/reference/ratings.md: best-distribution, counting-votes, rating
// Covers docs/reference/results.md: assignments, body, distributions, who-reads-results

import type { Poll } from "@polls/domain/polls";
import { buildOption, buildOptions, buildParticipant, countStored } from "@polls/testing";
import { castVotes } from "../../../testing/cast-votes";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { storeVotes } from "../../../testing/store-votes";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const resultsOf = ({ memberHash }: Poll, token = owner.privateToken) =>
  gateway.request(`GET /api/v1/polls/${memberHash}/results`, { token });

const vote = (poll: Poll, votes: Parameters<typeof castVotes>[3]) =>
  castVotes(gateway, owner, poll, votes);

test("options are sorted best first, with voters and distributions", async () => {
  const poll = await owner.buildPoll({ type: "Polls::PhotoGallery" });
  const [one, two] = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  await vote(poll, [
    [one, { vote: 2 }],
    [two, { vote: 5 }],
  ]);
  await vote(poll, [
    [one, { vote: 2 }],
    [two, { vote: 4 }],
  ]);
  const { status, body } = await resultsOf(poll);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    voters_count: 2,
    assignments: [],
    options: [
      {
        id: two.publicId,
        rank: 1,
        average_rating: 4.5,
        voter_count: 2,
        distribution: { 4: 1, 5: 1 },
      },
      { id: one.publicId, rank: 2, average_rating: 2, voter_count: 2, distribution: { 2: 2 } },
    ],
  });
});

// Settings: jury_mode
test("only a poll with a jury says how many of the participants are on it", async () => {
  const poll = await owner.buildPoll({ settings: { jury_mode: true } });
  const [juror] = [
    await buildParticipant(gateway.db, poll),
    await buildParticipant(gateway.db, poll),
  ];
  await buildParticipant(gateway.db, poll, { jury: true });
  await buildParticipant(gateway.db, poll, { jury: true, confirmedAt: null });
  expect((await resultsOf(poll)).body).toMatchObject({ voters_count: 3, jury_count: 1 });
  const path = `/api/v1/polls/${poll.adminHash}/voters/${juror.publicId}`;
  const token = owner.privateToken;
  const changed = await gateway.as({ token }, `PATCH ${path}`, { voter: { jury: true } });
  expect(changed).toMatchObject({ status: 200, body: { jury: true } });
  expect((await resultsOf(poll)).body).toMatchObject({ voters_count: 3, jury_count: 2 });
  expect((await resultsOf(await owner.buildPoll())).body).not.toHaveProperty("jury_count");
});

test("all members get options in the same order, even if lists for voting are shuffled", async () => {
  const poll = await owner.buildPoll({ settings: { randomize_options: true } });
  const options = (await buildOptions(gateway.db, poll, 8)).map(({ publicId }) => publicId);
  for (const identifier of ["ada", "eve", "max"]) {
    const { body } = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/results`, {
      token: owner.publicToken,
      identifier,
    });
    expect(body.options.map(({ id }: { id: string }) => id)).toEqual(options);
  }
});

test("only the paid part of sold votes counts", async () => {
  const poll = await owner.buildPoll({
    settings: { voting_fee_type: "voting_sell_votes", voting_fee: 100 },
  });
  const option = await buildOption(gateway.db, poll);
  await storeVotes(gateway.db, poll, [
    { on: option, value: 8, paidVotes: 5 },
    { on: option, value: 3, paidVotes: 0 },
    { on: option, value: 2, paidVotes: 2 },
  ]);
  const { body } = await resultsOf(poll);
  expect(body.options[0]).toMatchObject({
    rating: 7,
    voter_count: 2,
    distribution: { 2: 1, 5: 1 },
  });
});

test("an option with a very large number of votes has a distribution too", async () => {
  const poll = await owner.buildPoll({ type: "Polls::PhotoGallery" });
  const [many, one] = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  const { pool } = gateway.db;
  await pool.query(
    `INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at, fraudulent)
     SELECT $2 || n, $1, $2 || n, now(), n > 12000 FROM generate_series(1, 12100) n`,
    [String(poll.id), `crowd of ${poll.id}, `],
  );
  await pool.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, counts, score)
     SELECT 'vote ' || id, poll_id, id, $2, 'Votes::RatingVote', 1 + id % 3, true, 1 + id % 3
     FROM participants WHERE poll_id = $1`,
    [String(poll.id), String(many.id)],
  );
  await countStored(gateway.db, poll.id);
  await vote(poll, [[one, { vote: 5 }]]);
  const { body } = await resultsOf(poll);
  expect(body.options).toMatchObject([
    { id: one.publicId, voter_count: 1, distribution: { 5: 1 } },
    { id: many.publicId, voter_count: 12_000, distribution: { 1: 4_000, 2: 4_000, 3: 4_000 } },
  ]);
});

test("abstentions and votes of fraudulent participants do not count", async () => {
  const poll = await owner.buildPoll();
  const option = await buildOption(gateway.db, poll);
  await vote(poll, [[option, { vote: 0 }]]);
  const cheat = await vote(poll, [[option, { vote: 1 }]]);
  await gateway.inPoll(poll, owner, `PATCH /voters/${cheat.publicId}`, {
    voter: { fraudulent: true },
  });
  expect((await resultsOf(poll)).body.options[0]).toMatchObject({
    voter_count: 0,
    distribution: {},
    rating: 0,
  });
});

test("the answers of a survey are in the order of its steps", async () => {
  const poll = await owner.buildPoll({ type: "Polls::Survey" });
  const step = await buildOption(gateway.db, poll, {
    settings: { survey_step_type: "input" },
  });
  const input = await buildOption(gateway.db, poll, {
    type: "Options::InputOption",
    parent: step,
    inputType: "radio",
    settings: { allowed_values: ["tea", "coffee"] },
  });
  await vote(poll, [[input, { vote_text: "tea" }]]);
  await vote(poll, [[input, { vote_text: "tea" }]]);
  expect((await resultsOf(poll)).body.options).toMatchObject([
    { id: input.publicId, voter_count: 2, distribution: { tea: 2 } },
  ]);
});

test("with best_distribution admins see all assignments, members their own", async () => {
  const poll = await owner.buildPoll({
    settings: { target: "best_distribution", vote_type: "Votes::RatingVote" },
  });
  const [one, two] = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  const first = await vote(poll, [
    [one, { vote: 5 }],
    [two, { vote: 4 }],
  ]);
  const second = await vote(poll, [
    [one, { vote: 5 }],
    [two, { vote: 1 }],
  ]);
  const { body } = await resultsOf(poll);
  expect(body.assignments).toHaveLength(2);
  expect(body.assignments).toEqual(
    expect.arrayContaining([
      { option_id: two.publicId, voter_id: first.publicId },
      { option_id: one.publicId, voter_id: second.publicId },
    ]),
  );
  const stranger = await signUp(gateway.db);
  expect((await resultsOf(poll, stranger.privateToken)).body.assignments).toEqual([]);
});

test("with best_distribution of ranks, a better rank counts more", async () => {
  const poll = await owner.buildPoll({
    settings: { target: "best_distribution", vote_type: "Votes::RankedVote" },
  });
  const [one, two] = [await buildOption(gateway.db, poll), await buildOption(gateway.db, poll)];
  const first = await vote(poll, [
    [one, { vote: 1 }],
    [two, { vote: 2 }],
  ]);
  const second = await vote(poll, [
    [one, { vote: 2 }],
    [two, { vote: 1 }],
  ]);
  expect((await resultsOf(poll)).body.assignments).toEqual([
    { option_id: one.publicId, voter_id: first.publicId },
    { option_id: two.publicId, voter_id: second.publicId },
  ]);
});

test("results of a comparison have all options, also for participants", async () => {
  const poll = await owner.buildPoll({ type: "Polls::PairwiseComparison" });
  const options = await buildOptions(gateway.db, poll, 3);
  const participant = await signUp(gateway.db);
  await buildParticipant(gateway.db, poll, { ownerKey: `user:${participant.id}` });
  const { status, body } = await resultsOf(poll, participant.privateToken);
  expect(status).toBe(200);
  expect(body.options.map(({ id }: { readonly id: string }) => id)).toEqual(
    options.map(({ publicId }) => publicId),
  );
});
