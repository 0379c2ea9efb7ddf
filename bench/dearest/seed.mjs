import {
  openSeed,
  seedCategoryRatings,
  seedComparisons,
  seedOptions,
  seedParticipants,
  seedRatings,
} from "../lists/data.mjs";
import { devstack } from "../servers.mjs";

/** Creates the large poll, a table with many columns, a comparison, and what hangs on their owner. */
export async function seedLargePoll({ api, ask, databaseUrl, owner, size }) {
  const as = (body) => ({ method: "POST", token: owner, body });
  const create = async (settings, type = "Polls::Voting") => {
    const body = { poll: { title: "Large", type }, settings };
    const { status, json } = await ask(`${api}/polls`, as(body));
    if (status !== 201) throw new Error(JSON.stringify(json));
    return json;
  };
  const shown = { allow_change_sort: true, allow_search: true, allow_comments: true };
  const large = await create({ ...shown, vote_type: "Votes::RatingVote" });
  const table = await create(shown, "Polls::Table");
  const rating = { vote_type: "Votes::RatingVote" };
  const shared = await create({ ...rating, target: "best_distribution", limit_per_option: 50 });
  const compared = await create({}, "Polls::PairwiseComparison");
  const counted = await create({ ...rating, counting_method: "star_proportional", seats: 5 });
  const dates = await create({ option_type: "Options::TimeRangeOption" });
  const categorized = await create({ ...rating, voting_categories: categories });
  const voters = `${api}/polls/${compared.member_hash}/voters`;
  const { status: joined } = await ask(voters, as({ voter: { user_name: "Ada" } }));
  if (joined !== 201) throw new Error(`the owner of the comparison does not take part: ${joined}`);

  const seed = await openSeed(databaseUrl);
  try {
    const polls = { large, table, shared, compared, counted, categorized };
    const ids = await fill(seed, polls, size);
    const count = `${api}/polls/${counted.admin_hash}/results/count`;
    const isCounted = async () => (await ask(count, { token: owner })).status === 200 || undefined;
    if ((await devstack.askUntil(isCounted, { deadlineMs: 60_000 })) === undefined) {
      throw new Error("the votes are not counted within a minute");
    }
    return { ...polls, dates, ids };
  } finally {
    await seed.end();
  }
}

/** As many as a poll may have. */
const categories = Array.from({ length: 100 }, (_, n) => `Category ${n}`);

async function fill(seed, polls, size) {
  const { large, table, shared, compared, counted, categorized } = polls;
  const options = await seedOptions(seed, large.member_hash, size.options);
  const participants = await seedParticipants(seed, options, size.participants);
  const each = Math.min(size.options, Math.floor(size.votes / size.participants));
  await seedRatings(seed, options, participants, each);
  await seedComments(seed, options, participants, size.comments);
  const columns = await seedOptions(seed, table.member_hash, size.columns, "Options::InputOption");
  const lines = await seedParticipants(seed, columns, Math.ceil(size.participants / 10));
  await seedAnswers(seed, columns, lines);
  const places = await seedOptions(seed, shared.member_hash, 50);
  const guests = await seedParticipants(seed, places, size.participants);
  await seedRatings(seed, places, guests, 10);
  const graded = await seedOptions(seed, counted.member_hash, 30);
  const graders = await seedParticipants(seed, graded, size.participants);
  await seedRatings(seed, graded, graders, 30);
  const rated = await seedOptions(seed, categorized.member_hash, Math.min(1_000, size.options));
  const raters = await seedParticipants(seed, rated, Math.min(100, size.participants));
  await seedCategoryRatings(seed, rated, raters, categories.length);
  const contenders = await seedOptions(seed, compared.member_hash, Math.ceil(size.options / 10));
  const judges = await seedParticipants(seed, contenders, Math.ceil(size.participants / 10));
  await seedComparisons(seed, contenders, judges, Math.min(100, contenders.count - 1));
  const idsOf = async (relation, { pollId }) =>
    (
      await seed.client.query(
        `SELECT public_id FROM ${relation} WHERE poll_id = $1 ORDER BY id LIMIT 1000`,
        [pollId],
      )
    ).rows.map(({ public_id: id }) => id);
  return {
    options: await idsOf("options", options),
    voters: await idsOf("participants", options),
    votes: await idsOf("votes", options),
    comments: await idsOf("comments", options),
    column: (await idsOf("options", columns))[0],
  };
}

async function seedAnswers({ client }, options, participants) {
  await client.query(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, text, counts)
     SELECT $1::bigint || '-answer-' || p || '-' || o, $1, $4::bigint + p, $2::bigint + o, 'Votes::TextVote',
            'Answer ' || o, true
     FROM generate_series(0, $5::int - 1) AS p, generate_series(0, $3::int - 1) AS o`,
    [options.pollId, options.first, options.count, participants.first, participants.count],
  );
}

/** Inserts comments on the first option, each of the next participant. */
async function seedComments({ client }, options, participants, count) {
  await client.query(
    `INSERT INTO comments (public_id, poll_id, option_id, participant_id, content)
     SELECT $1::bigint || '-comment-' || n, $1, $2, $3::bigint + n % $4::int, repeat('Comment ', 20)
     FROM generate_series(1, $5::int) AS n`,
    [options.pollId, options.first, participants.first, participants.count, count],
  );
}
