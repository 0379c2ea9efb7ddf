// Covers docs/reliability.md: standbys-and-poolers

import { connectDatabase, isDatabaseUnavailable } from "@polls/db/connection";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import type { Diagnosis } from "@polls/runtime";
import {
  atFileEnd,
  buildOption,
  buildParticipant,
  buildPoll,
  connectPatiently,
  describeWithHaproxy,
  type RequestOptions,
  sendRequest,
  startReplicatedDatabase,
  startServiceProcess,
  waitFor,
} from "@polls/testing";
import { signUp } from "../../services/gateway/testing/sign-up";

const CLIENTS = 6;
const ROUNDS = 15;
jest.setTimeout(180_000);

interface Place {
  readonly poll: Poll;
  readonly option: Option;
}

/** Two gateways on a database with a replica. */
async function startPair() {
  const database = await startReplicatedDatabase();
  const db = connectDatabase(database.url, { max: 4, onError: () => undefined });
  atFileEnd("the database", () => db.close());
  const owner = await signUp(db);
  const env = {
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URL: database.replicaUrl,
    APP_SECRET: "a secret of a journey, of no use elsewhere",
    RATE_LIMIT_REQUESTS: "100000000",
    BASE_URL: "http://127.0.0.1:1",
    LOG_LEVEL: "fatal",
  };
  const gateways = [
    await startServiceProcess("gateway", { env }),
    await startServiceProcess("gateway", { env }),
  ];
  const addressOf = (gateway: number) => gateways[gateway % 2]?.url ?? "";
  const send = (gateway: number, line: string, options: RequestOptions = {}) =>
    sendRequest(addressOf(gateway), "", line, { token: owner.privateToken, ...options });
  return {
    database,
    addressOf,
    token: owner.privateToken,
    send,
    async build(): Promise<Place> {
      const poll = await buildPoll(db, { ownerAccountId: owner.id });
      return { poll, option: await buildOption(db, poll) };
    },
    /** Casts a vote at one gateway and reads the number of votes at the other. */
    async voteAndRead({ poll, option }: Place, round: number): Promise<number> {
      const path = `/api/v1/polls/${poll.memberHash}`;
      const voter = await buildParticipant(db, poll, { ownerKey: `user:${owner.id}` });
      const body = { voter_id: voter.publicId, option_id: option.publicId, vote: { vote: 1 } };
      const cast = await send(round, `POST ${path}/votes`, { body });
      expect([cast.status, cast.text]).toEqual([201, cast.text]);
      return (await send(round + 1, `GET ${path}/results`)).body.options[0].voter_count;
    },
    async exported({ poll }: Place): Promise<number> {
      return (await send(0, `GET /api/v1/polls/${poll.adminHash}/export.json`)).body.length;
    },
    doctorOfReplica: async () => {
      const answer = await fetch(`${gateways[0]?.metricsUrl}/diagnosis`);
      const { results } = (await answer.json()) as Diagnosis;
      return results.find(({ check }) => check === "read replica");
    },
    replicaState: async () => (await send(0, "GET /readyz")).body.parts.replica as string,
    isReady: async () => {
      await db.pool.query("SELECT 1");
      const answers = await Promise.all([send(0, "GET /readyz"), send(1, "GET /readyz")]);
      return answers.every(({ status }) => status === 200);
    },
  };
}

type Pair = Awaited<ReturnType<typeof startPair>>;

describeWithHaproxy("two gateways with a read replica", () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair();
  });

  /** The last statement of each connection of a gateway to the replica. */
  async function statementsOnReplica(): Promise<readonly string[]> {
    const standby = connectPatiently(pair.database.standbyUrl, { max: 1 });
    const { rows } = await standby.pool.query<{ query: string }>(
      "SELECT query FROM pg_stat_activity WHERE application_name = 'polls-gateway'",
    );
    await standby.close();
    return rows.map(({ query }) => query);
  }

  test("results and exports are read from it, and contain each acknowledged vote", async () => {
    const places = await Promise.all(Array.from({ length: CLIENTS }, pair.build));
    await Promise.all(
      places.map(async (place) => {
        for (let round = 1; round <= ROUNDS; round++) {
          expect(await pair.voteAndRead(place, round)).toBe(round);
        }
      }),
    );
    for (const place of places) expect(await pair.exported(place)).toBe(ROUNDS);
    // The statements that query its position run outside of transactions.
    expect(await statementsOnReplica()).toContain("COMMIT");
  });

  test("doctor finds that it follows the primary, and would cancel long exports", async () => {
    await waitFor(
      async () => (await pair.doctorOfReplica())?.remedy?.includes("hot_standby_feedback"),
      {
        what: "the replica to have what the primary has",
      },
    );
  });

  test("while it is behind, the primary answers reads", async () => {
    const place = await pair.build();
    await waitFor(async () => (await pair.replicaState()) === "ok", { what: "a replica on time" });
    await pair.database.setReplay(false);
    for (let round = 1; round <= 3; round++) {
      expect(await pair.voteAndRead(place, round)).toBe(round);
      expect(await pair.exported(place)).toBe(round);
    }
    await waitFor(async () => (await pair.replicaState()) === "late", { what: "the report" });
    // The gateway caches a diagnosis for some seconds.
    const behind = await waitFor(
      async () => {
        const finding = await pair.doctorOfReplica();
        return finding?.found.includes("of the log behind") ? finding : undefined;
      },
      { what: "a new diagnosis" },
    );
    expect(behind).toMatchObject({
      state: "warning",
      found: expect.stringMatching(/^\d+\.\d MB of the log behind/),
    });
    await pair.database.setReplay(true);
    await waitFor(async () => (await pair.replicaState()) === "ok", { what: "the end of it" });
  });

  test("a process that reaches a standby instead of the primary opens new connections", async () => {
    const lost = connectDatabase(pair.database.standbyUrl, { max: 1, onError: () => undefined });
    const watch = lost.watch();
    await expect(lost.pool.query("SELECT pg_sleep(60)")).rejects.toThrow("Connection terminated");
    expect(watch.answers()).toBe(false);
    const written = lost.prisma.account.deleteMany().catch((error: unknown) => error);
    expect(isDatabaseUnavailable(await written)).toBe(true);
    await lost.close();
  });

  test("a stream of one gateway shows a vote that another gateway accepts", async () => {
    const place = await pair.build();
    const ending = new AbortController();
    const address = `${pair.addressOf(0)}/api/v1/polls/${place.poll.memberHash}/results/stream`;
    const response = await fetch(address, {
      signal: ending.signal,
      headers: { Authorization: `Bearer ${pair.token}` },
    });
    expect(response.status).toBe(200);
    let received = "";
    const reading = (async () => {
      for await (const chunk of response.body ?? []) received += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    await pair.voteAndRead(place, 1);
    await waitFor(() => received.includes('"voter_count":1'), { what: "the vote in the stream" });
    ending.abort();
    await reading;
  });
});

describeWithHaproxy("two gateways whose replica becomes the primary", () => {
  test("read and vote on", async () => {
    const pair = await startPair();
    const place = await pair.build();
    expect(await pair.voteAndRead(place, 1)).toBe(1);
    await pair.database.crashPrimary();
    await pair.database.promote();
    await waitFor(() => pair.isReady().catch(() => false), {
      what: "the gateways to find the next primary",
    });
    for (let round = 2; round <= 4; round++) {
      expect(await pair.voteAndRead(place, round)).toBe(round);
      expect(await pair.exported(place)).toBe(round);
    }
    expect(await pair.doctorOfReplica()).toMatchObject({
      state: "failed",
      remedy: expect.stringContaining("DATABASE_REPLICA_URL"),
    });
  });
});
