// Covers docs/reliability.md: expensive-requests

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import {
  fillTables,
  recordStatements,
  type SentStatement,
  shareDatabase,
  wholeScans,
} from "@polls/testing";
import { type Condition, type ModelCall, modelCallsOf, modelsOf } from "./model-calls";

// Statements that Prisma writes are not in the source. So each model call of the source is repeated with sample
// values, and what it sends is explained. Statements that other tests send have other plans: their tables are small.

const root = path.resolve(__dirname, "../..");
const schema = path.join(root, "prisma/schema");
const models = modelsOf(
  readdirSync(schema)
    .map((name) => readFileSync(path.join(schema, name), "utf8"))
    .join("\n"),
);

/** The sources that processes and commands run. */
const sources = ["libs", "services"]
  .flatMap((part) => readdirSync(path.join(root, part)).map((name) => `${part}/${name}/src`))
  .filter((folder) => !/^libs\/(?:devstack|testing)\//.test(folder))
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) =>
      path.join(folder, name),
    ),
  )
  .filter((file) => /(?<!\.test|\.d)\.ts$/.test(file) && !/\/(?:testing|generated)\//.test(file));

const calls = sources.flatMap((file) => modelCallsOf(models, path.join(root, file), file));

const nameOf = ({ file, model, operation }: ModelCall) => `${file}: ${model}.${operation}`;

/** Calls that read a whole table, and why they may. */
const wholeTables: Readonly<Record<string, string>> = {
  "services/gateway/src/cli/account-commands.ts: account.findMany": "lists all of them",
  "services/gateway/src/cli/organization-commands.ts: organization.findMany": "lists all of them",
  "services/gateway/src/features/operators/operate-mails.ts: suppressedAddress.findMany":
    "an operator's list",
  "services/gateway/src/features/operators/operate-polls.ts: webhookDelivery.updateMany":
    "an operator takes a poll down",
  "services/gateway/src/cli/payment-commands.ts: payment.findMany":
    "a command of operators, which may take an hour",
  "services/gateway/src/maintenance/finish-admin-hashes.ts: adminHashRenewal.findFirst":
    "a row for each large organization that someone leaves, for some minutes",
};

const erased = [{ ownerAccountId: 77n }, { ownerOrganization: { id: { in: [77n, 78n] } } }];
const comments = [
  { pollId: 77n, optionId: 77n },
  { pollId: 77n, approvalState: "unreviewed" },
];
const optIns = { pollId: 77n, address: "x77" };

/** The conditions that the callers of a function give, where the call does not have them. */
const given: Readonly<Record<string, readonly Condition[]>> = {
  "libs/jobs/src/payments/end-payments.ts: payment.updateManyAndReturn": [
    { pollId: 77n },
    { optionId: 77n },
    { participantId: 77n },
  ],
  "services/gateway/src/features/comments/read-comments.ts: comment.count": comments,
  "services/gateway/src/features/comments/read-comments.ts: comment.findMany": comments,
  "services/gateway/src/features/opt-ins/opt-ins.repository.ts: optIn.findMany": [optIns],
  "services/gateway/src/features/options/option-files.ts: attachment.findMany": [
    { optionId: 77n },
    { coverOfPollId: 77n },
  ],
  "services/gateway/src/features/people/erase-account.ts: webhook.updateMany": erased,
  "services/gateway/src/features/people/erase-account.ts: webhookDelivery.deleteMany": erased.map(
    (webhook) => ({ webhook }),
  ),
  "services/gateway/src/features/polls/creator-address.ts: creatorLink.findMany": [
    { OR: [optIns, optIns] },
  ],
  "services/gateway/src/features/votes/votes.repository.ts: vote.count": [{ pollId: 77n }],
  "services/gateway/src/features/votes/votes.repository.ts: vote.findMany": [{ pollId: 77n }],
  "services/payment-worker/src/processors/handle-provider-event.ts: checkout.findFirst": [
    { OR: [{ sessionId: "x77" }, { paymentIntentId: "x77" }] },
  ],
  "services/payment-worker/src/settle/surplus.ts: payment.findMany": [
    { participantId: 77n, votePublicId: "x77" },
    { participantId: 77n },
    { optionId: 77n },
  ],
};

const db = shareDatabase({ max: 1 });
let sent: SentStatement[];
beforeAll(async () => {
  await fillTables(db.pool);
  sent = recordStatements(db.pool);
});

/** The tables that a call reads as a whole. */
async function scansOf({ model, where, orderBy, isLimited }: ModelCall): Promise<string[]> {
  sent.length = 0;
  // A call that writes finds its rows by the same condition.
  const take = isLimited ? { take: 20 } : {};
  await Reflect.get(db.prisma, model).findMany({ where, orderBy, ...take });
  const scans: string[] = [];
  const asked = sent.filter(({ text }) => text.startsWith("SELECT"));
  expect(asked.length).toBeGreaterThan(0);
  for (const { text, values } of asked) {
    const { rows } = await db.pool.query(`EXPLAIN (FORMAT JSON) ${text}`, [...values]);
    scans.push(...wholeScans(rows[0]["QUERY PLAN"][0].Plan));
  }
  return scans;
}

test("every model call finds its rows by an index of a table of a million rows", async () => {
  const found: string[] = [];
  const excused = new Set<string>();
  for (const call of calls) {
    const name = nameOf(call);
    if (call.where === undefined && !(name in given))
      found.push(`${name}: by an unknown condition`);
    for (const condition of given[name] ?? [{}]) {
      const scans = await scansOf({ ...call, where: { ...call.where, ...condition } });
      if (scans.length === 0) continue;
      excused.add(name);
      if (!(name in wholeTables)) found.push(`${name}, line ${call.line}: ${scans.join(", ")}`);
    }
  }
  expect(found).toEqual([]);
  const names = new Set(calls.map(nameOf));
  expect(Object.keys(wholeTables).filter((name) => !excused.has(name))).toEqual([]);
  expect(Object.keys(given).filter((name) => !names.has(name))).toEqual([]);
});

test("a call without an index is found", async () => {
  const at = { file: "", line: 1, operation: "findMany", orderBy: undefined };
  const byVote = { ...at, model: "payment", where: { votePublicId: "x77", state: "paid" } };
  for (const isLimited of [true, false]) {
    expect(await scansOf({ ...byVote, isLimited })).toEqual(["payments"]);
  }
});

test("the calls of all parts are found", () => {
  const parts = new Set(calls.map(({ file }) => file.split("/src/")[0]));
  expect([...parts].sort()).toEqual([
    "libs/db",
    "libs/jobs",
    "services/gateway",
    "services/mail-worker",
    "services/media-worker",
    "services/payment-worker",
    "services/webhook-worker",
  ]);
  expect(calls.length).toBeGreaterThan(150);
});

test("every reference to another table has an index, which relations and deletions need", async () => {
  const { rows } = await db.pool.query<{ reference: string }>(
    `SELECT format('%s (%s)', c.conrelid::regclass, a.attname) AS reference
     FROM pg_constraint c JOIN pg_attribute a
       ON a.attrelid = c.conrelid AND a.attnum = c.conkey[cardinality(c.conkey)]
     WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = c.conrelid
         AND (i.indkey[0] = c.conkey[cardinality(c.conkey)] OR (i.indkey[0], i.indkey[1]) = (c.conkey[1], c.conkey[2]))
         AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = format('(%s IS NOT NULL)', a.attname)))
     ORDER BY 1`,
  );
  const known: Readonly<Record<string, string>> = {
    "held_votes (loser_option_id)": "found among the held votes of the poll, which have an index",
    "polls (created_by_account_id)": "accounts are never deleted, and nobody reads these polls",
  };
  expect(rows.map(({ reference }) => reference)).toEqual(Object.keys(known));
});
