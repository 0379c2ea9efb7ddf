// Covers docs/reference/time.md: one-clock
// Covers docs/reliability.md: clock-skew

import path from "node:path";
import type { Db } from "@polls/db/connection";
import {
  atFileEnd,
  buildOption,
  buildParticipant,
  buildPoll,
  connectPatiently,
  type RequestOptions,
  type ServiceProcess,
  sendRequest,
  startJourney,
  startServiceProcess,
  waitFor,
} from "@polls/testing";
import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";

const FIVE_MINUTES_MS = 5 * 60_000;
/** How far the clock of each gateway jumps while it runs. */
const shifts = [0, FIVE_MINUTES_MS, -FIVE_MINUTES_MS] as const;
const OPEN_MS = 6_000;

let db: Db;
let owner: NewAccount;
let baseUrl: string;
const gateways: ServiceProcess[] = [];

beforeAll(async () => {
  const env = {
    APP_SECRET: "a secret of a journey, of no use elsewhere",
    RATE_LIMIT_REQUESTS: "100000000",
    LOG_LEVEL: "error",
  };
  const journey = await startJourney({ services: ["gateway"], env, withoutRedis: true });
  baseUrl = journey.baseUrl;
  gateways.push(journey.services.gateway);
  for (const shiftMs of shifts.slice(1)) {
    const shifted = {
      ...env,
      DATABASE_URL: journey.databaseUrl,
      BASE_URL: baseUrl,
      STORAGE_DIR: journey.storageDir,
      NODE_OPTIONS: `--require ${path.join(__dirname, "shift-clock.cjs")}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    };
    gateways.push(await startServiceProcess("gateway", { env: shifted }));
  }
  db = connectPatiently(journey.databaseUrl, { max: 4 });
  atFileEnd("the database", () => db.close());
  owner = await signUp(db);
  for (const [at, gateway] of gateways.entries()) {
    if (shifts[at] !== 0) process.kill(gateway.pid(), "SIGUSR2");
  }
});

const send = (gateway: number, line: string, options?: RequestOptions) =>
  sendRequest(gateways[gateway]?.url ?? "", baseUrl, line, {
    token: owner.privateToken,
    ...options,
  });

const databaseNow = async (): Promise<number> => {
  const { rows } = await db.pool.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return rows[0]?.now.getTime() ?? 0;
};

test("a gateway whose clock is off by more than a second reports it, and stays ready", async () => {
  const clockOf = async (gateway: number) => {
    const { status, body } = await send(gateway, "GET /readyz");
    return [status, body.parts.clock];
  };
  const all = async () => Promise.all(shifts.map((_, gateway) => clockOf(gateway)));
  const reported = async () => (await all()).every(([, clock], n) => n === 0 || clock !== "ok");
  await waitFor(reported, { what: "the reports" });
  expect(await all()).toEqual([
    [200, "ok"],
    [200, "300 s ahead of the database"],
    [200, "300 s behind the database"],
  ]);
});

test("a deadline ends a poll at the same moment for gateways whose clocks are 10 min apart", async () => {
  const deadline = new Date((await databaseNow()) + OPEN_MS);
  const poll = await buildPoll(db, {
    ownerAccountId: owner.id,
    settings: { deadline_voting: deadline.toISOString() },
  });
  const option = await buildOption(db, poll);
  const path = `/api/v1/polls/${poll.memberHash}`;

  interface Cast {
    readonly gateway: number;
    readonly sentAt: number;
    readonly answeredAt: number;
    readonly status: number;
    readonly createdAt: number;
  }
  const castUntilClosed = async (gateway: number): Promise<readonly Cast[]> => {
    const casts: Cast[] = [];
    while (casts.at(-1)?.status !== 422 && casts.length < 2_000) {
      const voter = await buildParticipant(db, poll, { ownerKey: `user:${owner.id}` });
      const body = { voter_id: voter.publicId, option_id: option.publicId, vote: { vote: 1 } };
      const sentAt = await databaseNow();
      const answer = await send(gateway, `POST ${path}/votes`, { body });
      const createdAt = Date.parse(answer.body.created_at);
      const answeredAt = await databaseNow();
      casts.push({ gateway, sentAt, answeredAt, status: answer.status, createdAt });
    }
    return casts;
  };
  const casts = (await Promise.all(shifts.map((_, gateway) => castUntilClosed(gateway)))).flat();
  for (const gateway of shifts.keys()) {
    const own = casts.filter((cast) => cast.gateway === gateway);
    expect(own.filter(({ status }) => status === 201).length).toBeGreaterThan(3);
    expect(own.at(-1)?.status).toBe(422);
  }
  for (const { status, createdAt, sentAt, answeredAt } of casts) {
    if (status === 201) {
      expect(createdAt).toBeLessThan(deadline.getTime());
      expect(createdAt).toBeGreaterThanOrEqual(sentAt);
      expect(createdAt).toBeLessThanOrEqual(answeredAt);
    } else expect(answeredAt).toBeGreaterThanOrEqual(deadline.getTime());
  }
  const closed = await Promise.all(
    shifts.map(async (_, gateway) => (await send(gateway, `GET ${path}`)).body.status),
  );
  expect(new Set(closed).size).toBe(1);
});

test("objects that gateways create have the time of the database", async () => {
  for (const gateway of shifts.keys()) {
    const before = await databaseNow();
    const poll = await send(gateway, "POST /api/v1/polls", {
      body: { poll: { title: "When?", type: "Polls::Voting" } },
    });
    const path = `/api/v1/polls/${poll.body.admin_hash}`;
    const option = await send(gateway, `POST ${path}/options`, {
      body: { option: { content: "Now" } },
    });
    const voter = await send(gateway, `POST ${path}/voters`, {
      body: { voter: { user_name: "Ada" } },
    });
    const token = await send(gateway, "POST /api/v1/account/tokens/public/rotate");
    const organization = await send(gateway, "POST /api/v1/organizations", {
      body: { organization: { name: "Us" } },
    });
    const after = await databaseNow();
    const answers = [poll, option, voter, token, organization];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    // Times that no statement returns are accurate to some milliseconds.
    const rows = await db.pool.query<{ at: Date }>(
      `SELECT max(created_at) AS at FROM polls UNION ALL SELECT max(created_at) FROM options
       UNION ALL SELECT max(created_at) FROM participants UNION ALL SELECT max(created_at) FROM api_tokens
       UNION ALL SELECT max(created_at) FROM organizations
       UNION ALL SELECT max(created_at) FROM organization_members`,
    );
    for (const { at } of rows.rows) {
      expect(at.getTime()).toBeGreaterThan(before - 250);
      expect(at.getTime()).toBeLessThan(after + 250);
    }
  }
});
