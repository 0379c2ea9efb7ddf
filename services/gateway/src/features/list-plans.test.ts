// Covers docs/reliability.md: expensive-requests

import type { Poll } from "@polls/domain/polls";
import { nodesOf, type PlanNode, recordStatements, type SentStatement } from "@polls/testing";
import { shareAccount, shareGateway } from "../../testing/share-gateway";

// The statements of a list request are recorded on the connection, and then explained.

const OPTIONS = 3_000;
const VOTERS = 20_000;
const LARGE = ["polls", "options", "participants", "votes", "option_tallies"];

/** The most rows that a statement returned. */
let mostRows = 0;

let poll: Poll;
/** A poll whose lists are in an order that tells nothing. */
let anonymous: Poll;
let statements: SentStatement[] = [];

const gateway = shareGateway();
const owner = shareAccount(gateway);
const reader = shareAccount(gateway);
beforeAll(async () => {
  const settings = { vote_type: "Votes::RatingVote" };
  poll = await owner.buildPoll({ settings });
  await seed(await owner.buildPoll({ settings }));
  await seed(poll);
  anonymous = await owner.buildPoll({ settings: { ...settings, anonymize_voter_names: true } });
  await seed(anonymous);
  await gateway.db.pool.query(
    `INSERT INTO participants (public_id, poll_id, owner_key)
     SELECT 'unconfirmed' || n, $1::bigint, 'user:0' FROM generate_series(1, 30) AS n`,
    [String(anonymous.id)],
  );
  await gateway.db.pool.query(
    `INSERT INTO polls (member_hash, admin_hash, type, title, owner_account_id, created_by_account_id)
     SELECT 'plan-m-' || n, 'plan-a-' || n, 'Polls::Voting', 'Poll', $1, $1
     FROM generate_series(1, 2000) AS n`,
    [String(owner.id)],
  );
  await gateway.db.pool.query("VACUUM ANALYZE");
  // The first request reads the whole set once. After it, the statistics of all later requests are
  // the usual ones.
  await gateway.inPoll(poll, reader, "GET /options");
  statements = recordStatements(gateway.db.pool, (rows) => {
    mostRows = Math.max(mostRows, rows);
  });
});

async function seed({ id }: Poll) {
  const sql = (text: string, ...values: readonly number[]) =>
    gateway.db.pool.query(text, [String(id), ...values]);
  await sql(
    `INSERT INTO options (public_id, poll_id, type, owner_key, content, position, created_at)
     SELECT $1::text || 'o' || n, $1::bigint, 'Options::TextOption', 'user:0', md5(n::text), n,
            now() - make_interval(secs => n)
     FROM generate_series(1, $2::int) AS n`,
    OPTIONS,
  );
  await sql(
    `INSERT INTO participants (public_id, poll_id, owner_key, confirmed_at)
     SELECT $1::text || 'p' || n, $1::bigint, 'user:0', now() FROM generate_series(1, $2::int) AS n`,
    VOTERS,
  );
  await sql(
    `INSERT INTO votes (public_id, poll_id, participant_id, option_id, type, value, counts, score)
     SELECT 'v' || p.id, $1::bigint, p.id, o.id, 'Votes::RatingVote', 3, true, 3
     FROM participants p JOIN options o ON o.poll_id = p.poll_id AND o.position = 1 + p.id % $2::int
     WHERE p.poll_id = $1::bigint`,
    OPTIONS,
  );
  await sql(
    `INSERT INTO option_tallies (option_id, voting_category_id, slot, votes, total, noes, voters)
     SELECT option_id, 0, participant_id % 8, count(*), sum(score), 0, count(*)
     FROM votes WHERE poll_id = $1::bigint GROUP BY 1, 3`,
  );
  await sql(
    `INSERT INTO poll_tallies (poll_id, slot, participants, ballots)
     VALUES ($1::bigint, 0, $2::int, $2::int)`,
    VOTERS,
  );
}

/** Sorts of more rows than a page has. The planner takes a third of the rows for those after a key, mostly none. */
const isLargeSort = ({ "Node Type": type, Plans: [input] = [] }: PlanNode): boolean =>
  type === "Sort" && (input?.["Actual Rows"] ?? 0) > 1_000;

/** The large tables that a request reads with a sequential scan, and large sorts, with the statements. */
async function scansOf(token: string, target: string) {
  statements.length = 0;
  const answer = await gateway.request(`GET /api/v1${target}`, { token });
  expect({ target, status: answer.status }).toEqual({ target, status: 200 });
  const asked = statements.filter(({ text }) => /^\s*(SELECT|WITH)/i.test(text));
  expect(asked.length).toBeGreaterThan(0);
  const scans: string[] = [];
  for (const { text, values } of asked) {
    const { rows } = await gateway.db.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [
      ...values,
    ]);
    for (const node of nodesOf(rows[0]["QUERY PLAN"][0].Plan)) {
      if (node["Node Type"].includes("Seq Scan") && LARGE.includes(node["Relation Name"] ?? "")) {
        scans.push(`${node["Relation Name"]}: ${text}`);
      }
      if (isLargeSort(node)) scans.push(`a sort: ${text}`);
    }
  }
  return scans;
}

const sorts = [
  "options.position asc",
  "options.average_rating desc",
  "options.rating desc",
  "options.created_at desc",
  "options.created_at asc",
  "options.content asc",
  "options.start_date asc",
];

test.each(sorts.flatMap((sort) => [1, 50].map((page) => [sort, page] as const)))(
  "options by %s, page %d, are read without a sequential scan",
  async (sort, page) => {
    const query = new URLSearchParams({ sort, page: String(page), per_page: "20" });
    for (const { privateToken } of [reader, owner]) {
      const target = `/polls/${poll.memberHash}/options?${query}`;
      expect(await scansOf(privateToken, target)).toEqual([]);
    }
  },
);

test.each(sorts.flatMap((sort) => [1, 50].map((page) => [sort, page] as const)))(
  "a search with many hits by %s, page %d, reads few rows",
  async (sort, page) => {
    const found = { search: "a", sort, page: String(page), per_page: "20" };
    for (const { privateToken } of [reader, owner]) {
      mostRows = 0;
      const target = `/polls/${poll.memberHash}/options?${new URLSearchParams(found)}`;
      const answer = await gateway.request(`GET /api/v1${target}`, { token: privateToken });
      expect(Number(answer.headers.get("X-Total-Count"))).toBeGreaterThan(2_000);
      expect(answer.body).toHaveLength(20);
      expect(mostRows).toBeGreaterThan(0);
      expect(mostRows).toBeLessThanOrEqual(1_001);
    }
  },
);

test.each([
  ["polls of an owner", "/polls?page=50"],
  ["participants", "/polls/:poll/voters?page=50"],
  ["participants at the end", `/polls/:poll/voters?page=${VOTERS / 20}`],
  ["votes", "/polls/:poll/votes?page=50"],
  ["results", "/polls/:poll/results"],
])("%s are read without a sequential scan", async (_, target) => {
  expect(await scansOf(owner.privateToken, target.replace(":poll", poll.adminHash))).toEqual([]);
});

describe("participants in an order that tells nothing", () => {
  const pages = [1, 50, VOTERS / 40, VOTERS / 20];
  const readers = [
    ["an admin", () => owner],
    ["a member", () => reader],
  ] as const;

  test.each(readers.flatMap(([who, of]) => pages.map((page) => [who, page, of] as const)))(
    "are read by %s, page %d, in the order of an index",
    async (_who, page, of) => {
      const target = `/polls/${anonymous.memberHash}/voters?page=${page}`;
      expect(await scansOf(of().privateToken, target)).toEqual([]);
    },
  );
});

test("the check finds a plan with a sequential scan", async () => {
  const { rows } = await gateway.db.pool.query(
    "EXPLAIN (FORMAT JSON) SELECT count(*) FROM votes WHERE value = 77",
  );
  const nodes = nodesOf(rows[0]["QUERY PLAN"][0].Plan);
  expect(nodes.some((node) => node["Node Type"].includes("Seq Scan"))).toBe(true);
});
