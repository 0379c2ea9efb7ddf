// Covers docs/reference/payments.md: connected-accounts

import { mailStates } from "@polls/domain/mails";
import { approvalStates, isPublic as everyoneSees } from "@polls/domain/options";
import {
  connectedAccountStates,
  isPayable,
  payeeOf,
  paymentKinds,
  paymentStateNames,
} from "@polls/domain/payments";
import { takesPlace as voteTakesPlace } from "@polls/domain/vote-values";
import { participantCounts as votesCount } from "@polls/domain/votes";
import { isActive as getsEvents } from "@polls/domain/webhooks";
import { shareDatabase } from "@polls/testing";
import { isPublic } from "../options/siblings";
import { isUnready } from "../payments/connected-accounts";
import { payableCondition } from "../payments/payments";
import { participantCounts, takesPlace } from "../votes/counting";
import { isActive } from "../webhooks/webhooks";

const db = shareDatabase({ max: 1 });

const one = async (sql: string, values: readonly unknown[] = []): Promise<unknown> =>
  Object.values((await db.pool.query(sql, [...values])).rows[0] ?? {})[0];

/** The quoted texts in an expression. */
const textsIn = (expression: unknown): string[] =>
  [...String(expression).matchAll(/'(\w+)'/g)].map(([, text]) => text ?? "");

test.each([
  ["payments_state", paymentStateNames],
  ["payments_kind", paymentKinds],
  ["mails_state", mailStates],
  ["connected_accounts_state", connectedAccountStates],
])("the constraint %s allows exactly the values that the domain defines", async (name, known) => {
  const definition = await one(
    "SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = $1",
    [name],
  );
  expect(textsIn(definition)).toEqual(known);
});

test("the index of one payable payment per vote has the same condition as the statements", async () => {
  const predicate = await one(
    "SELECT pg_get_expr(indpred, indrelid) FROM pg_index WHERE indexrelid = 'payments_one_a_vote'::regclass",
  );
  expect(textsIn(predicate)).toEqual(textsIn(payableCondition));
  expect(predicate).toContain("ended_at IS NULL");
});

const now = new Date("2030-01-01T00:00:00Z");
const moments = [null, now];

test.each(
  paymentStateNames.flatMap((state) => moments.map((endedAt) => [state, endedAt] as const)),
)(
  "database and domain agree on whether a payment is payable: %s, ended %p",
  async (state, endedAt) => {
    const sql = `SELECT ${payableCondition} FROM (VALUES ($1::text, $2::timestamptz)) AS p (state, ended_at)`;
    expect(await one(sql, [state, endedAt])).toBe(
      isPayable({ state, endedAt: endedAt ?? undefined }),
    );
  },
);

test.each(
  connectedAccountStates.flatMap((state) =>
    moments.flatMap((endedAt) => ["acct_1", null].map((id) => [state, endedAt, id] as const)),
  ),
)(
  "database and domain agree on whether money must wait: %s, ended %p, created as %p",
  async (state, endedAt, id) => {
    const sql = `SELECT ${isUnready}
      FROM (VALUES ($1::text, $2::timestamptz, $3::text)) AS c (state, ended_at, provider_account_id)`;
    const facts = { state, endedAt: endedAt ?? undefined, providerAccountId: id ?? undefined };
    expect(await one(sql, [state, endedAt, id])).toBe(payeeOf(facts).kind === "not_ready");
  },
);

test.each(
  moments.flatMap((endedAt) => moments.map((switchedOffAt) => ({ endedAt, switchedOffAt }))),
)("database and domain agree on whether a webhook is active: %p", async (webhook) => {
  const sql = `SELECT ${isActive}
    FROM (VALUES ($1::timestamptz, $2::timestamptz)) AS w (ended_at, switched_off_at)`;
  expect(await one(sql, [webhook.endedAt, webhook.switchedOffAt])).toBe(getsEvents(webhook));
});

const flags = [true, false];

test.each(flags.flatMap((fraudulent) => [...flags, null].map((paid) => ({ fraudulent, paid }))))(
  "database and domain agree on whether votes of a participant count: %p",
  async (participant) => {
    const { fraudulent, paid } = participant;
    const sql = `SELECT ${participantCounts} FROM (VALUES ($1::bool, $2::bool)) AS p (fraudulent, paid)`;
    expect(await one(sql, [fraudulent, paid])).toBe(
      votesCount({ fraudulent, paid: paid ?? undefined }),
    );
  },
);

const given = [-1, 0, 1, 2.5, undefined].flatMap((value) =>
  ["a", undefined].map((text) => ({ value, text })),
);

test.each(given)("database and domain agree on whether a vote takes a place: %j", async (vote) => {
  const sql = `SELECT coalesce(${takesPlace}, false) FROM (VALUES ($1::numeric, $2::text)) AS v (value, text)`;
  expect(await one(sql, [vote.value ?? null, vote.text ?? null])).toBe(voteTakesPlace(vote));
});

test.each(
  approvalStates.flatMap((approvalState) =>
    flags.flatMap((archived) =>
      [...flags, null].map((paid) => ({ approvalState, archived, paid })),
    ),
  ),
)("database and domain agree on whether every reader sees an option: %p", async (option) => {
  const { approvalState, archived, paid } = option;
  const sql = `SELECT ${isPublic}
    FROM (VALUES ($1::text, $2::bool, $3::bool)) AS o (approval_state, archived, paid)`;
  expect(await one(sql, [approvalState, archived, paid])).toBe(
    everyoneSees({ approvalState, archived, paid: paid ?? undefined }),
  );
});
