// Covers docs/reference/requests.md: consistency
// Covers docs/reference/results.md: distributions

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOptions, buildParticipants, sampleCases } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

const OPTIONS = 5;
const VOTERS = 90;
const READERS = 3;

interface Row {
  readonly rank: number;
  readonly rating: number;
  readonly average_rating: number;
  readonly voter_count: number;
  readonly distribution: Readonly<Record<string, number>>;
}

interface Answer {
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: as `TestResponse.body`
  readonly body: any;
}

/** Finds contradictions in one response. Responses are read while votes are cast. */
type Check = (answer: Answer) => readonly string[];

const gateway = shareGateway({
  env: { RATE_LIMIT_REQUESTS: "1000000", RATE_LIMIT_CREATED_PARTICIPANTS: "1000000" },
  config: {
    liveResults: { everyMs: 20, beatMs: 5_000, connections: 100, connectionsOfClient: 100 },
  },
});
const owner = shareAccount(gateway);

async function send(line: string, body?: object): Promise<Answer> {
  const answer = await gateway.request(line, { token: owner.privateToken, body });
  if (answer.status >= 300) throw new Error(`${line}: ${answer.status} ${answer.text}`);
  return answer;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((one, two) => one + two, 0);
const differs = (what: string, one: number, other: number): readonly string[] =>
  Math.abs(one - other) > 0.000_05 ? [`${what}: ${one} and ${other}`] : [];

/**
 * Each participant has one vote in the poll, so the voters of all options together are its ballots.
 */
const checkRows =
  (method: string): Check =>
  ({ body }) => {
    const rows = body.options as readonly Row[];
    const ballots = sum(rows.map(({ voter_count }) => voter_count));
    return rows.flatMap((row, index) => {
      const { rank, rating, average_rating, voter_count, distribution } = row;
      const divisor = method === "average_by_all" ? ballots : voter_count;
      const better = rows.filter((other) => other.average_rating > average_rating).length;
      const next = rows[index + 1];
      return [
        ...differs("votes", sum(Object.values(distribution)), voter_count),
        ...differs(
          "rating",
          sum(Object.entries(distribution).map(([value, votes]) => Number(value) * votes)),
          rating,
        ),
        ...differs("average", average_rating, divisor === 0 ? 0 : rating / divisor),
        ...differs("rank", rank, better + 1),
        ...(next === undefined || next.average_rating <= average_rating ? [] : ["order"]),
      ];
    });
  };

const checkPage: Check = ({ headers, body }) =>
  differs("total", Math.min(100, Number(headers.get("x-total-count"))), body.length);

/**
 * Casts a vote for each participant. A third of the votes is changed. A ninth is withdrawn and cast
 * again.
 */
async function voteUnderLoad(poll: Poll, options: readonly Option[], voters: readonly string[]) {
  const path = `/api/v1/polls/${poll.memberHash}/votes`;
  const queue = voters.map((voter_id, index) => ({ voter_id, index }));
  const cast = async (voter_id: string, index: number): Promise<string> => {
    const option_id = options[index % OPTIONS]?.publicId;
    const vote = { vote: 1 + (index % 5) };
    return (await send(`POST ${path}`, { voter_id, option_id, vote })).body.id;
  };
  const client = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { voter_id, index } = next;
      const id = await cast(voter_id, index);
      if (index % 3 === 0) await send(`PATCH ${path}/${id}`, { vote: { vote: 5 } });
      if (index % 9 !== 0) continue;
      await send(`DELETE ${path}/${id}`);
      await cast(voter_id, index + 1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, client));
}

/**
 * Sends reads until `work` ends. Returns the number of responses and the contradictions in them.
 */
async function readWhile(work: Promise<unknown>, read: () => Promise<Answer>, check: Check) {
  let ended = false;
  void work.finally(() => {
    ended = true;
  });
  const wrong: string[] = [];
  let answers = 0;
  const reader = async () => {
    while (!ended) {
      wrong.push(...check(await read()));
      answers++;
    }
  };
  await Promise.all([work, ...Array.from({ length: READERS }, reader)]);
  return { answers, wrong };
}

async function fixture(rating_method: string) {
  const poll = await owner.buildPoll({
    settings: { vote_type: "Votes::RatingVote", rating_method },
  });
  const options = await buildOptions(gateway.db, poll, OPTIONS);
  const facts = { ownerKey: `user:${owner.id}` } as const;
  const participants = await buildParticipants(gateway.db, poll, VOTERS, facts);
  const voters = participants.map(({ publicId }) => publicId);
  return { poll, path: `/api/v1/polls/${poll.memberHash}`, options, voters };
}

const methods = ["average_by_voted", "average_by_all"];
describe.each(sampleCases(methods, 2, 0))("while votes are cast, with %s", (method) => {
  const sorted = "sort=options.average_rating+desc";
  test("rating, average, rank, count and distribution of the results are consistent", async () => {
    const { poll, path, options, voters } = await fixture(method);
    const { answers, wrong } = await readWhile(
      voteUnderLoad(poll, options, voters),
      () => send(`GET ${path}/results?${sorted}`),
      checkRows(method),
    );
    expect({ answers, wrong }).toEqual({ answers: expect.any(Number), wrong: [] });
  });

  test("each event of the stream is consistent", async () => {
    const { poll, path, options, voters } = await fixture(method);
    const { answers, wrong } = await readWhile(
      voteUnderLoad(poll, options, voters),
      () => send(`GET ${path}/results/stream?${sorted}`),
      checkRows(method),
    );
    expect({ answers, wrong }).toEqual({ answers: expect.any(Number), wrong: [] });
  });

  test("averages, ranks and the order of the option list are consistent", async () => {
    const { poll, path, options, voters } = await fixture(method);
    const { answers, wrong } = await readWhile(
      voteUnderLoad(poll, options, voters),
      () => send(`GET ${path}/options?${sorted}`),
      ({ body }) =>
        (body as readonly Row[]).flatMap(({ rank, average_rating }, index, rows) => {
          const better = rows.filter((other) => other.average_rating > average_rating).length;
          const next = rows[index + 1];
          return [
            ...differs("rank", rank, better + 1),
            ...(next === undefined || next.average_rating <= average_rating ? [] : ["order"]),
          ];
        }),
    );
    expect({ answers, wrong }).toEqual({ answers: expect.any(Number), wrong: [] });
  });

  test("rating, average and rank of the only voted option are consistent", async () => {
    const { poll, path, options, voters } = await fixture(method);
    const [one] = options;
    const { answers, wrong } = await readWhile(
      voteUnderLoad(poll, one === undefined ? [] : Array<Option>(OPTIONS).fill(one), voters),
      () => send(`GET ${path}/options/${one?.publicId}`),
      ({ body: { rating, average_rating, voter_count, rank } }) => [
        ...differs("average", average_rating, voter_count === 0 ? 0 : rating / voter_count),
        ...differs("rank", rank, 1),
      ],
    );
    expect({ answers, wrong }).toEqual({ answers: expect.any(Number), wrong: [] });
  });
});

describe("while entries are added and removed, the total of a list is the number of its entries", () => {
  const churn = async (create: () => Promise<string>, count: number) => {
    const created: string[] = [];
    const client = async () => {
      for (let n = 0; n < count; n++) {
        created.push(await create());
        const gone = n % 2 === 0 ? created.shift() : undefined;
        if (gone !== undefined) await send(`DELETE ${gone}`);
      }
    };
    await Promise.all(Array.from({ length: 4 }, client));
  };

  test.each<[string, (path: string) => string, object]>([
    ["participants", (path) => `${path}/voters`, { voter: { user_name: "One" } }],
    ["options", (path) => `${path}/options`, { option: { content: "One" } }],
    ["polls", () => "/api/v1/polls", { poll: { title: "One", type: "Polls::Voting" } }],
  ])("in the list of %s", async (_, listOf, body) => {
    const poll = await owner.buildPoll({ settings: { allow_multiple_participations: true } });
    const list = listOf(`/api/v1/polls/${poll.adminHash}`);
    const create = async () => {
      const entry = (await send(`POST ${list}`, body)).body;
      return `${list}/${entry.id ?? entry.admin_hash}`;
    };
    const { answers, wrong } = await readWhile(
      churn(create, 10),
      () => send(`GET ${list}?per_page=100`),
      checkPage,
    );
    expect({ answers, wrong }).toEqual({ answers: expect.any(Number), wrong: [] });
  });

  test("in the list of votes", async () => {
    const { poll, path, options, voters } = await fixture("average_by_voted");
    const { answers, wrong } = await readWhile(
      voteUnderLoad(poll, options, voters.slice(0, 90)),
      () => send(`GET ${path}/votes?per_page=100`),
      checkPage,
    );
    expect({ answers, wrong }).toEqual({ answers: expect.any(Number), wrong: [] });
  });
});
