import { randomUUID } from "node:crypto";
import type { Db } from "@polls/db/connection";
import { linkToken } from "@polls/db/tokens";
import { buildOption, buildParticipant, buildPoll, type RequestOptions } from "@polls/testing";
import { endpoints } from "../src/endpoints";
import type { Endpoint } from "../src/http/routing/endpoint";
import { buildAccountFixture } from "./access-matrix/account-fixture";
import { accountRows, lineOf } from "./access-matrix/account-rows";
import {
  type CallerName,
  callerKinds,
  callerOf,
  type MatrixCaller,
  type MatrixCallers,
  signUpCallers,
} from "./access-matrix/callers";
import { buildMatrixFixture } from "./access-matrix/matrix-fixture";
import { lineOfRow, rows } from "./access-matrix/rows";
import { situationOf } from "./access-matrix/situation";
import { answered } from "./answered";
import type { TestGateway } from "./start-gateway";

/** A request that changes data, and its status when no fault occurs. */
export interface WriteRequest {
  readonly line: string;
  readonly options: RequestOptions;
  readonly status: number;
  /** Repeating the request has the same response, and needs no `Idempotency-Key`. */
  readonly repeatable?: true;
}

/** The gateway that receives the requests. `db` is connected directly, not through the proxy. */
export interface WriteFixture {
  readonly gateway: TestGateway;
  readonly db: Db;
  readonly cast: MatrixCallers;
}

/** Builds the objects that all requests share. */
export const writeFixture = async (gateway: TestGateway, db: Db): Promise<WriteFixture> => ({
  gateway,
  db,
  cast: await signUpCallers({ ...gateway, db }),
});

/** A poll with a date, and the path of its decision. */
async function pollOfDates({ db, cast }: WriteFixture) {
  const type = "Options::DateOption" as const;
  const settings = { option_type: type };
  const poll = await buildPoll(db, { ownerAccountId: cast.owner.id, settings });
  const option = await buildOption(db, poll, { type, startDate: new Date(0) });
  const { credentials } = callerOf(cast, OWNER);
  return { line: `/api/v1/polls/${poll.adminHash}/decision`, credentials, poll, option };
}

/** A poll with an invitation that is not answered, and the request that reminds of it. */
async function pollToRemind({ db, cast }: WriteFixture, email: string) {
  const poll = await buildPoll(db, { ownerAccountId: cast.owner.id });
  const codeDigest = new TextEncoder().encode(randomUUID());
  await db.prisma.invitation.create({
    data: { publicId: randomUUID(), pollId: poll.id, codeDigest, email },
  });
  const { credentials } = callerOf(cast, OWNER);
  return { line: `POST /api/v1/polls/${poll.adminHash}/reminders`, options: credentials };
}

/** Builds new objects for a request. */
export type PrepareRequest = (fixture: WriteFixture) => Promise<WriteRequest>;

const OWNER: CallerName = "owner by the admin hash";
const VISITOR: CallerName = "public token, owning identifier";
const CHIEF: CallerName = "organization's owner";

const lineOfEndpoint = ({ method, path }: Endpoint) => `${method.toUpperCase()} ${path}`;
const reading = new Set(
  endpoints.filter(({ method, scope }) => method === "get" || scope === "read").map(lineOfEndpoint),
);
const changes = (endpoint: string) => !reading.has(endpoint);
const succeeds = (status: number) => status >= 200 && status < 300;

/** It needs a merge, which the row before it makes. */
const UNDO_MERGE = "DELETE /api/v1/polls/:poll_id/options/:id/merge";

const plain = situationOf(
  { ...callerKinds[OWNER], name: OWNER, owns: true } as MatrixCaller,
  "plain",
);
/** The first row of each endpoint with which the owner changes data. */
const pollRows = rows.filter(
  (row, at) =>
    changes(row.endpoint) &&
    row.endpoint !== UNDO_MERGE &&
    succeeds(row.expected(plain).status) &&
    rows.findIndex(
      ({ endpoint, expected }) => endpoint === row.endpoint && succeeds(expected(plain).status),
    ) === at,
);

/** What each of these requests removes may be removed already. */
const repeatable = new Set([
  "DELETE /api/v1/polls/:poll_id/voters/:id/link",
  "DELETE /api/v1/polls/:poll_id/cover",
]);

const onPolls = pollRows.map((row): [string, PrepareRequest] => [
  row.endpoint,
  async ({ db, cast }) => {
    const caller = callerOf(cast, OWNER);
    // Each upload is the first one of its account.
    await db.prisma.storageUsage.deleteMany();
    const fixture = await buildMatrixFixture(db, cast, caller, {}, "");
    return {
      line: lineOfRow(row, fixture, row.id?.(fixture)),
      options: { ...caller.credentials, ...row.request?.(fixture) },
      status: row.expected(plain).status,
      ...(repeatable.has(row.endpoint) && { repeatable: true }),
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
  .map((row): [string, PrepareRequest] => [
    row.endpoint,
    async ({ db, cast, gateway }) => {
      await db.prisma.webhook.deleteMany();
      await db.prisma.webhookWatch.deleteMany();
      await db.prisma.poll.deleteMany();
      await db.prisma.namedToken.deleteMany();
      await db.prisma.connectedAccount.deleteMany();
      const fixture = await buildAccountFixture(db, cast, gateway.deps.config.keys);
      const line = lineOf(row, fixture);
      const options = { ...callerOf(cast, CHIEF).credentials, ...row.request?.(fixture) };
      return { line, options, status: row.expected(chief).status };
    },
  ]);

const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  held: { double_opt_in: true },
  bought: { voting_fee: 100, voting_fee_type: "voting_sell_votes" },
  plain: {},
};

async function ballotOf(
  { db, cast }: WriteFixture,
  kind: "held" | "bought" | "plain",
  caller = OWNER,
) {
  const { ownKey: ownerKey, credentials } = callerOf(cast, caller);
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
  return { poll, path: `/api/v1/polls/${poll.adminHash}`, option, participant, credentials };
}

const castOf =
  (kind: "held" | "bought", status: number): PrepareRequest =>
  async (fixture) => {
    const { path, option, participant, credentials } = await ballotOf(fixture, kind);
    const ids = { voter_id: participant.publicId, option_id: option.publicId };
    const options = { ...credentials, body: { ...ids, vote: { vote: 1 } } };
    return { line: `POST ${path}/votes`, options, status };
  };

async function confirmation(fixture: WriteFixture): Promise<WriteRequest> {
  const { gateway, db } = fixture;
  const { path, option, credentials } = await ballotOf(fixture, "held");
  const voter = { user_name: "Ada", optin_email: `${randomUUID()}@example.org` };
  const joined = await answered(() => gateway.as(credentials, `POST ${path}/voters`, { voter }));
  const ids = { voter_id: joined.body.id, option_id: option.publicId };
  const held = await answered(() =>
    gateway.request(`POST ${path}/votes`, { ...credentials, body: { ...ids, vote: { vote: 1 } } }),
  );
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

/** Named requests: at least one for each endpoint that changes data. */
export const writeRequests: readonly (readonly [string, PrepareRequest])[] = [
  ...onPolls,
  ...besidePolls,
  [
    "POST /api/v1/polls/:poll_id/options/series",
    async ({ db, cast }) => {
      const settings = { option_type: "Options::DateOption" };
      const poll = await buildPoll(db, { ownerAccountId: cast.owner.id, settings });
      const body = { series: { days: ["2040-06-01", "2040-06-02"] } };
      return {
        line: `POST /api/v1/polls/${poll.adminHash}/options/series`,
        options: { ...callerOf(cast, OWNER).credentials, body },
        status: 201,
      };
    },
  ],
  [
    "POST /api/v1/polls/:poll_id/decision",
    async (fixture) => {
      const { line, credentials, option } = await pollOfDates(fixture);
      const body = { option_ids: [option.publicId] };
      return { line: `POST ${line}`, options: { ...credentials, body }, status: 201 };
    },
  ],
  [
    "DELETE /api/v1/polls/:poll_id/decision",
    async (fixture) => {
      const { line, credentials, poll, option } = await pollOfDates(fixture);
      const { prisma } = fixture.db;
      const [pollId, now] = [poll.id, new Date()];
      await prisma.decision.create({
        data: { pollId, decidedAt: now, changedAt: now, reopens: true },
      });
      await prisma.decidedDate.create({
        data: { uid: randomUUID(), pollId, optionId: option.id, sequence: 0 },
      });
      return { line: `DELETE ${line}`, options: credentials, status: 204 };
    },
  ],
  [
    "POST /api/v1/polls/:poll_id/reminders",
    async (fixture) => {
      const email = `${randomUUID()}@example.net`;
      // The first mail of a day adds rows that count mails.
      const { line, options } = await pollToRemind(fixture, email);
      await fixture.gateway.request(line, options);
      return { ...(await pollToRemind(fixture, email)), status: 201 };
    },
  ],
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
  [
    "POST /api/v1/polls/:poll_id/voters/:id/link",
    async (fixture) => {
      const { path, participant, credentials } = await ballotOf(fixture, "plain", VISITOR);
      const line = `POST ${path}/voters/${participant.publicId}/link`;
      const body = { optin_email: `${randomUUID()}@example.org` };
      return { line, options: { ...credentials, body }, status: 201 };
    },
  ],
  [
    UNDO_MERGE,
    async (fixture) => {
      const { gateway, db } = fixture;
      const { poll, path, option, credentials } = await ballotOf(fixture, "plain");
      const { publicId: option_id } = await buildOption(db, poll);
      const line = `${path}/options/${option.publicId}/merge`;
      const options = { ...credentials, body: { option_id } };
      const merged = await answered(() => gateway.request(`POST ${line}`, options));
      if (merged.status !== 200) throw new Error(`not merged: ${merged.status}`);
      return { line: `DELETE ${line}`, options: credentials, status: 200 };
    },
  ],
  ["POST /opt-in/:token", confirmation],
];

/** Endpoints of the API that change data and have no request here. */
export function endpointsWithoutRequest(): readonly string[] {
  const tried = writeRequests.map(([name]) => name);
  const served = endpoints.map(lineOfEndpoint);
  return served.filter((line) => changes(line) && !tried.includes(line)).sort();
}

/**
 * The rows of these tables depend on the connection or the time, so equal requests may add
 * different numbers. They are checked by their drift.
 */
const uneven = [
  ...["option_tallies", "poll_tallies", "option_counts", "poll_counts", "rating_changes"],
  // Added by the first request that needs them.
  ...["stored_keys", "mail_counts"],
  "_prisma_migrations",
];

/** Counts the rows of each table. */
export type Census = () => Promise<ReadonlyMap<string, number>>;

/** Creates a function that counts the rows of all tables. */
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

/** The tables whose number of rows has changed, with the difference. */
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
