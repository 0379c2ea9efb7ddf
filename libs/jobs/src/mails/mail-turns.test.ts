// Covers docs/reference/mails.md: order

import { mailTurn } from "@polls/db/mails";
import { countServedJob, SERVED_IN_A_ROUND } from "@polls/db/outbox";
import { inTransaction } from "@polls/db/sql";
import { mailKinds } from "@polls/domain/mails";
import { buildAccount, shareDatabase } from "@polls/testing";
import { priorityOf } from "../outbox/send";

const db = shareDatabase({ max: 2 });

const { rank } = mailKinds.invitation;
const ADDRESS = { address: "ada@example.org", language: "en" };

interface Waiting {
  readonly id: bigint;
  readonly accountId: bigint;
  readonly ahead: number;
  readonly priority: number;
  overtakenBy: number;
}

/** Selects a mail like the queue: the smallest priority first, then the oldest. */
const firstOf = <One extends { readonly priority: number }>(waiting: readonly One[]): One =>
  waiting.reduce((best, one) => (one.priority < best.priority ? one : best));

test("while 12 accounts keep sending, only a bounded number of later mails overtake a mail", async () => {
  const ACCOUNTS = 12;
  const CROWD = 12;
  let waiting: Waiting[] = [];
  const queue = async (accountId: bigint) => {
    const turn = await mailTurn(db, accountId, "invitation");
    const { id } = await db.prisma.mail.create({
      data: { ...ADDRESS, kind: "invitation", accountId, createdAt: new Date() },
    });
    const priority = priorityOf({ rank, ...turn });
    const one = { id, accountId, ahead: turn.ahead, priority, overtakenBy: 0 };
    waiting.push(one);
    return one;
  };
  const serve = async () => {
    const first = firstOf(waiting);
    waiting = waiting.filter((one) => one !== first);
    for (const one of waiting) if (one.id < first.id) one.overtakenBy += 1;
    await db.prisma.mail.update({ where: { id: first.id }, data: { state: "sent" } });
    await inTransaction(db, (tx) => countServedJob(tx, "mail"));
    return first;
  };

  const crowd = await buildAccount(db);
  const late: Waiting[] = [];
  for (let n = 0; n < CROWD; n += 1) late.push(await queue(crowd.id));
  expect(late.map(({ ahead }) => ahead)).toEqual(late.map((_, index) => index));
  for (let n = 0; n < ACCOUNTS; n += 1) await queue((await buildAccount(db)).id);
  const bound = ({ ahead }: Waiting) => ahead * (SERVED_IN_A_ROUND + ACCOUNTS);
  const most = Math.max(...late.map(bound)) + ACCOUNTS + CROWD;
  const served = new Set<Waiting>();
  for (let turns = 0; turns < most && late.some((one) => !served.has(one)); turns += 1) {
    const one = await serve();
    served.add(one);
    // Each other account queues its next mail as soon as its last one is sent.
    if (one.accountId !== crowd.id) await queue(one.accountId);
  }
  expect(late.filter((one) => !served.has(one))).toEqual([]);
  for (const one of served) expect(one.overtakenBy).toBeLessThanOrEqual(bound(one));
  process.stderr.write(
    `overtaken most: ${Math.max(...late.map((one) => one.overtakenBy))} of at most ${Math.max(...late.map(bound))}\n`,
  );
});

test.each([
  ["opt_in", 1],
  ["invitation", 2],
  ["new_options", 3],
] as const)(
  "while sign-in mails keep arriving, only a bounded number of them overtake a mail of %s",
  (kind, steps) => {
    const SENDERS = 5;
    const at = (served: number, of: keyof typeof mailKinds) =>
      priorityOf({ rank: mailKinds[of].rank, round: Math.floor(served / SERVED_IN_A_ROUND) });
    const mail = { priority: at(0, kind) };
    const signIns = Array.from({ length: SENDERS }, () => ({ priority: at(0, "sign_in") }));
    let overtakenBy = 0;
    for (let first = firstOf(signIns); first.priority < mail.priority; first = firstOf(signIns)) {
      overtakenBy += 1;
      first.priority = at(overtakenBy, "sign_in");
    }
    expect(overtakenBy).toBeGreaterThan(2_500 * steps * SERVED_IN_A_ROUND - 1);
    expect(overtakenBy).toBeLessThanOrEqual(2_500 * steps * (SERVED_IN_A_ROUND + SENDERS));
  },
);

test("a mail without an account waits behind no other account, and gains priority by age", async () => {
  await db.prisma.uploadRound.update({ where: { queue: "mail" }, data: { served: 800 } });
  expect(await mailTurn(db, undefined, "sign_in")).toEqual({ ahead: 0, round: 100 });
});

test("the rounds restart only after many rounds, when the queue is empty", async () => {
  const served = async () =>
    Number((await db.prisma.uploadRound.findUniqueOrThrow({ where: { queue: "mail" } })).served);
  const set = (value: number) =>
    db.prisma.uploadRound.update({ where: { queue: "mail" }, data: { served: value } });
  const count = () => inTransaction(db, (tx) => countServedJob(tx, "mail"));
  await db.prisma.mail.deleteMany();
  await set(7);
  await count();
  expect(await served()).toBe(8);
  const { id } = await db.prisma.mail.create({
    data: { ...ADDRESS, kind: "sign_in", createdAt: new Date() },
  });
  await set(8_000_000);
  await count();
  expect(await served()).toBe(8_000_001);
  await db.prisma.mail.delete({ where: { id } });
  await count();
  expect(await served()).toBe(0);
});
