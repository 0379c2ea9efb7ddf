import { randomUUID } from "node:crypto";
import { type Db, linkToken } from "@polls/db";
import { buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { endpoints } from "../endpoints";
import type { Endpoint } from "../http/routing/endpoint";
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
import type { RequestOptions } from "./send-request";
import type { TestGateway } from "./start-gateway";

/** A request that changes something, with what it answers when nothing goes wrong. */
export interface Deed {
  readonly line: string;
  readonly options: RequestOptions;
  readonly status: number;
  /** Says the same however often it is done, and takes no key. */
  readonly repeatable?: true;
}

/** The gateway that deeds are sent to; `db` is a way past it. */
export interface DeedFixture {
  readonly gateway: TestGateway;
  readonly db: Db;
  readonly cast: MatrixCallers;
}

/** Builds what the fixture of every deed needs. */
export const deedFixture = async (gateway: TestGateway, db: Db): Promise<DeedFixture> => ({
  gateway,
  db,
  cast: await castCallers({ ...gateway, db }),
});

/** Builds a fresh fixture for a deed. */
export type PrepareDeed = (fixture: DeedFixture) => Promise<Deed>;

const OWNER: CallerName = "owner by the admin hash";
const CHIEF: CallerName = "organization's owner";

const lineOfEndpoint = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`;
const reading = new Set(
  endpoints.filter(({ method, scope }) => method === "get" || scope === "read").map(lineOfEndpoint),
);
const changes = (endpoint: string) => !reading.has(endpoint);
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

const onPolls = pollRows.map((row): [string, PrepareDeed] => [
  row.endpoint,
  async ({ db, cast }) => {
    const caller = callerOf(cast, OWNER);
    const fixture = await buildMatrixFixture(db, cast, caller, {}, "");
    return {
      line: row.endpoint
        .replace(/:poll_(?:id|hash)/, fixture.hash)
        .replace(":id", row.id?.(fixture) ?? ""),
      options: { ...caller.credentials, ...row.request?.(fixture) },
      status: row.expected(plain).status,
    };
  },
]);

const chief = {
  ...callerKinds[CHIEF],
  name: CHIEF,
  credentials: { organization: "" },
} as MatrixCaller;

const besidePolls = accountRows
  .filter(({ endpoint, expected }) => changes(endpoint) && succeeds(expected(chief).status))
  .map((row): [string, PrepareDeed] => [
    row.endpoint,
    async ({ db, cast }) => {
      await db.prisma.webhook.deleteMany();
      await db.prisma.webhookWatch.deleteMany();
      await db.prisma.poll.deleteMany();
      await db.prisma.namedToken.deleteMany();
      await db.prisma.connectedAccount.deleteMany();
      const fixture = await buildAccountFixture(db, cast);
      const line = lineOf(row, fixture);
      const options = { ...callerOf(cast, CHIEF).credentials, ...row.request?.(fixture) };
      return { line, options, status: row.expected(chief).status };
    },
  ]);

const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  held: { double_opt_in: true },
  bought: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
};

async function ballotOf({ db, cast }: DeedFixture, kind: "held" | "bought") {
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
}

const castOf =
  (kind: "held" | "bought", status: number): PrepareDeed =>
  async (fixture) => {
    const { path, option, participant, credentials } = await ballotOf(fixture, kind);
    const ids = { voter_id: participant.publicId, option_id: option.publicId };
    const options = { ...credentials, body: { ...ids, vote: { vote: 1 } } };
    return { line: `POST ${path}/votes`, options, status };
  };

async function confirmation(fixture: DeedFixture): Promise<Deed> {
  const { gateway, db } = fixture;
  const { path, option, credentials } = await ballotOf(fixture, "held");
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
  if (joined.status !== 201 || held.status !== 422) {
    throw new Error(`no vote is held: ${joined.status}, ${held.status}`);
  }
  const { address, mail } = await db.prisma.optIn.findFirstOrThrow({
    where: { participant: { publicId: joined.body.id } },
    include: { mail: true },
  });
  if (mail?.nonce == null) throw new Error("an opt-in has no mail");
  const link = { purpose: "opt_in", nonce: mail.nonce, address } as const;
  const token = linkToken(gateway.deps.config.keys.mailLinks.signing, link);
  return { line: `POST /opt-in/${token}`, options: {}, status: 200, repeatable: true };
}

/** One deed for each endpoint that changes something, by its name. */
export const deeds: readonly (readonly [string, PrepareDeed])[] = [
  ...onPolls,
  ...besidePolls,
  ["POST /api/v1/polls/:poll_id/votes, held", castOf("held", 422)],
  ["POST /api/v1/polls/:poll_id/votes, bought", castOf("bought", 200)],
  [
    "POST /api/v1/polls/:poll_id/voters/:id/opt_in",
    async (fixture) => {
      const { path, participant, credentials } = await ballotOf(fixture, "held");
      const line = `POST ${path}/voters/${participant.publicId}/opt_in`;
      return { line, options: { ...credentials, body: {} }, status: 200 };
    },
  ],
  ["POST /opt-in/:token", confirmation],
];

/** Endpoints of the API that change something and have no deed. */
export function endpointsWithoutDeed(): readonly string[] {
  const tried = deeds.map(([name]) => name);
  const served = endpoints.map(lineOfEndpoint);
  return served.filter((line) => changes(line) && !tried.includes(line)).sort();
}

/** Counted by connection or by moment, so that equal deeds may leave unequal rows: drift is asked for. */
const uneven = [
  ...["option_tallies", "poll_tallies", "option_counts", "poll_counts", "rating_changes"],
  // The first request that needs them adds them.
  "stored_keys",
  "_prisma_migrations",
];

/** How many rows each table has. */
export type Census = () => Promise<ReadonlyMap<string, number>>;

/** Prepares a census of all tables. */
export async function takeCensusOf(db: Db): Promise<Census> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND NOT tablename = ANY($1)",
    [uneven],
  );
  const counted = tables
    .map(({ name }) => `SELECT '${name}' AS name, count(*)::int AS count FROM "${name}"`)
    .join(" UNION ALL ");
  return async () => {
    const { rows } = await db.pool.query<{ name: string; count: number }>(counted);
    return new Map(rows.map(({ name, count }) => [name, count]));
  };
}

/** Tables with more or fewer rows than before, and the difference. */
export function changeSince(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> {
  const more: Record<string, number> = {};
  for (const [name, count] of after) {
    const change = count - (before.get(name) ?? 0);
    if (change !== 0) more[name] = change;
  }
  return more;
}
