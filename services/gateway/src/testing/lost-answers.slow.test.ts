import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { connectDatabase, type Db, linkToken, recountAll } from "@polls/db";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  createTestDatabase,
  type FaultProxy,
  startFaultProxy,
  waitFor,
} from "@polls/testing";
import { endpoints } from "../endpoints";
import { buildAccountFixture } from "./access-matrix/account-fixture";
import { accountRows, lineOf } from "./access-matrix/account-rows";
import {
  type CallerName,
  callerKinds,
  callerOf,
  castCallers,
  type MatrixCaller,
  type MatrixCallers,
} from "./access-matrix/callers";
import { buildMatrixFixture } from "./access-matrix/matrix-fixture";
import { rows } from "./access-matrix/rows";
import { situationOf } from "./access-matrix/situation";
import type { RequestOptions, TestResponse } from "./send-request";
import { startGateway, type TestGateway } from "./start-gateway";

/** A request that changes something, with what it answers when nothing goes wrong. */
interface Deed {
  readonly line: string;
  readonly options: RequestOptions;
  readonly status: number;
  /** Says the same however often it is done, and takes no key. */
  readonly repeatable?: true;
}

const OWNER: CallerName = "owner by the admin hash";
const CHIEF: CallerName = "organization's owner";
const PIECES_MAX = 80;

/** Counted by connection or by moment, so that equal deeds may leave unequal rows: drift is asked for. */
const uneven = [
  ...["option_tallies", "poll_tallies", "option_counts", "poll_counts", "rating_changes"],
  "_prisma_migrations",
];

const changes = (endpoint: string) => !endpoint.startsWith("GET ");
const succeeds = (status: number) => status >= 200 && status < 300;

const plain = situationOf(
  { ...callerKinds[OWNER], name: OWNER, owns: true } as MatrixCaller,
  "plain",
);
/** The first row of each endpoint in which the owner changes something. */
const pollRows = rows.filter(
  (row, at) =>
    changes(row.endpoint) &&
    succeeds(row.expected(plain).status) &&
    rows.findIndex(
      ({ endpoint, expected }) => endpoint === row.endpoint && succeeds(expected(plain).status),
    ) === at,
);

describe("a piece of the database's answers that is lost", () => {
  let link: FaultProxy;
  let gateway: TestGateway;
  let cast: MatrixCallers;
  /** Past the proxy. */
  let db: Db;
  let counted: string;

  beforeAll(async () => {
    const { url } = await createTestDatabase();
    db = connectDatabase(url, { max: 2 });
    link = await startFaultProxy(url);
    gateway = await startGateway(
      { url: link.url },
      { env: { RATE_LIMIT_REQUESTS: "1000000", RATE_LIMIT_CREATED_PARTICIPANTS: "1000000" } },
    );
    cast = await castCallers(gateway);
    const { rows: tables } = await db.pool.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND NOT tablename = ANY($1)",
      [uneven],
    );
    counted = tables
      .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}"`)
      .join(" UNION ALL ");
  });
  afterAll(async () => {
    await gateway?.close();
    await db?.close();
  });

  /** How many rows each table has. */
  async function census(): Promise<ReadonlyMap<string, number>> {
    const { rows } = await db.pool.query<{ name: string; count: number }>(counted);
    return new Map(rows.map(({ name, count }) => [name, count]));
  }

  interface Done {
    /** What was answered while a piece of the database's answers was lost. */
    readonly first: TestResponse;
    /** Tables that had more or fewer rows then than before. */
    readonly firstCame: Came;
    /** What was answered to the same request after that; undefined: nothing was lost. */
    readonly second: TestResponse | undefined;
    readonly came: Came;
  }
  type Came = Readonly<Record<string, number>>;

  /** Does a deed while a piece is lost, and once more with the same key. */
  async function done(
    { line, options, repeatable }: Deed,
    lost: (piece: Buffer) => boolean,
  ): Promise<Done> {
    const key = line.startsWith("DELETE") || repeatable ? {} : { idempotencyKey: randomUUID() };
    const send = () => gateway.request(line, { ...options, ...key });
    const before = await census();
    const came = async () => {
      const more: Record<string, number> = {};
      for (const [name, count] of await census()) {
        const change = count - (before.get(name) ?? 0);
        if (change !== 0) more[name] = change;
      }
      return more;
    };
    const cuts = link.cuts();
    await link.set({ mode: "loseAnswers", lost });
    const first = await send();
    await link.set({ mode: "pass" });
    const firstCame = await came();
    const again = async () => {
      const answer = await send();
      // The server may still be ending what it was told before the connection broke.
      return ![409, 503].includes(answer.status) && answer;
    };
    const soon = { what: "the end of the first request" };
    const second = link.cuts() > cuts ? await waitFor(again, soon) : undefined;
    return { first, firstCame, second, came: await came() };
  }

  /** Whichever answer is lost, the deed is done once, acknowledged changes are there, and the client can tell. */
  async function holds(prepare: () => Promise<Deed>): Promise<void> {
    const undisturbed = await done(await prepare(), () => false);
    /** Whether something was lost, and whether the deed was done by the first request. */
    async function doneOnce(lost: (piece: Buffer) => boolean) {
      const deed = await prepare();
      const isDelete = deed.line.startsWith("DELETE");
      const { first, firstCame, second, came } = await done(deed, lost);
      if (first.status === 503) {
        expect(Number(first.headers.get("retry-after"))).toBeGreaterThan(0);
      } else {
        expect(first.status).toBe(deed.status);
        expect(firstCame).toEqual(undisturbed.came);
      }
      expect(came).toEqual(undisturbed.came);
      if (second === undefined) return { lost: false, before: false };
      const before = deed.repeatable
        ? isDeepStrictEqual(firstCame, came)
        : isDelete
          ? second.status === 404
          : second.headers.get("idempotency-replayed") === "true";
      if (!(isDelete && before)) expect(second.status).toBe(deed.status);
      if (first.status !== 503) expect(before).toBe(true);
      return { lost: true, before };
    }
    for (let number = 1; ; number++) {
      expect(number).toBeLessThan(PIECES_MAX);
      let left = number;
      if (!(await doneOnce(() => --left === 0)).lost) break;
    }
    const committed = await doneOnce((piece) => piece.includes("COMMIT\0"));
    expect(committed).toEqual({ lost: true, before: true });
  }

  test.each(pollRows.map((row) => [row.endpoint, row] as const))("%s", (_, row) =>
    holds(async () => {
      const caller = callerOf(cast, OWNER);
      const fixture = await buildMatrixFixture(db, cast, caller, {}, "");
      return {
        line: row.endpoint
          .replace(/:poll_(?:id|hash)/, fixture.hash)
          .replace(":id", row.id?.(fixture) ?? ""),
        options: { ...caller.credentials, ...row.request?.(fixture) },
        status: row.expected(plain).status,
      };
    }),
  );

  const chief = {
    ...callerKinds[CHIEF],
    name: CHIEF,
    credentials: { organization: "" },
  } as MatrixCaller;
  const besidePolls = accountRows.filter(
    ({ endpoint, expected }) => changes(endpoint) && succeeds(expected(chief).status),
  );

  test.each(besidePolls.map((row) => [row.endpoint, row] as const))("%s", (_, row) =>
    holds(async () => {
      await db.prisma.webhook.deleteMany();
      await db.prisma.webhookWatch.deleteMany();
      await db.prisma.poll.deleteMany();
      const fixture = await buildAccountFixture(db, cast);
      const line = lineOf(row, fixture);
      const options = { ...callerOf(cast, CHIEF).credentials, ...row.request?.(fixture) };
      return { line, options, status: row.expected(chief).status };
    }),
  );

  const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    held: { double_opt_in: true },
    bought: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
  };
  const ballotOf = async (kind: "held" | "bought") => {
    const { ownKey: ownerKey, credentials } = callerOf(cast, OWNER);
    const poll = await buildPoll(db, {
      ownerAccountId: cast.owner.id,
      settings: { ...settings[kind] },
    });
    const option = await buildOption(db, poll);
    const unconfirmed = { confirmedAt: null, optinEmail: `${randomUUID()}@example.org` };
    const participant = await buildParticipant(db, poll, {
      ownerKey,
      ...(kind === "held" ? unconfirmed : {}),
    });
    return { path: `/api/v1/polls/${poll.adminHash}`, option, participant, credentials };
  };
  const castOf = (kind: "held" | "bought", status: number) => async (): Promise<Deed> => {
    const { path, option, participant, credentials } = await ballotOf(kind);
    const ids = { voter_id: participant.publicId, option_id: option.publicId };
    const options = { ...credentials, body: { ...ids, vote: { vote: 1 } } };
    return { line: `POST ${path}/votes`, options, status };
  };
  const more: Readonly<Record<string, () => Promise<Deed>>> = {
    "POST /api/v1/polls/:poll_id/votes, held": castOf("held", 422),
    "POST /api/v1/polls/:poll_id/votes, bought": castOf("bought", 200),
    "POST /api/v1/polls/:poll_id/voters/:id/opt_in": async () => {
      const { path, participant, credentials } = await ballotOf("held");
      const line = `POST ${path}/voters/${participant.publicId}/opt_in`;
      return { line, options: { ...credentials, body: {} }, status: 200 };
    },
  };
  test("POST /opt-in/:token", () =>
    holds(async () => {
      const { path, option, credentials } = await ballotOf("held");
      const voter = { user_name: "Ada", optin_email: `${randomUUID()}@example.org` };
      const joined = await gateway.request(`POST ${path}/voters`, {
        ...credentials,
        body: { voter },
      });
      const ids = { voter_id: joined.body.id, option_id: option.publicId };
      const held = await gateway.request(`POST ${path}/votes`, {
        ...credentials,
        body: { ...ids, vote: { vote: 1 } },
      });
      expect([joined.status, held.status]).toEqual([201, 422]);
      const { address, mail } = await db.prisma.optIn.findFirstOrThrow({
        where: { participant: { publicId: joined.body.id } },
        include: { mail: true },
      });
      if (mail?.nonce == null) throw new Error("an opt-in has no mail");
      const link = { purpose: "opt_in", nonce: mail.nonce, address } as const;
      const token = linkToken(gateway.deps.config.keys.mailLinks, link);
      return { line: `POST /opt-in/${token}`, options: {}, status: 200, repeatable: true };
    }));

  test.each(Object.entries(more))("%s", (_, prepare) => holds(prepare));

  test("the counts are right after all of that", async () => {
    expect((await recountAll(db, { repair: false })).drift).toBe(0);
  });

  test("every endpoint of the API that changes something is tried, but for these", () => {
    const tried = [
      ...[...pollRows, ...besidePolls].map(({ endpoint }) => endpoint),
      ...Object.keys(more),
    ];
    const served = endpoints.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(served.filter((line) => changes(line) && !tried.includes(line)).sort()).toEqual([
      // A mail at each request; a token, which is stored nowhere and made again.
      "POST /api/v1/account/sign_in",
      "POST /api/v1/account/tokens/:kind/rotate",
      "POST /api/v1/polls/:poll_id/payments/:id/refund",
    ]);
  });
});
