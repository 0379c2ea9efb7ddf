// Covers docs/reference/mails.md: quotas
// Covers docs/reference/opt-in.md: mail-limits

import type { Poll } from "@polls/domain/polls";
import { DAY_MS, shareOptIns } from "../../../testing/opt-in-callers";
import { signUp } from "../../../testing/sign-up";

const OF_DAY = 4;
const OF_NETWORK = 2;

const { clock, gateway, asUser, buildOptInPoll, path, askAgain } = shareOptIns({
  MAIL_QUOTA_OPT_INS: String(OF_DAY),
});
const { db } = gateway;

const from = (network: number) => ({ "X-Forwarded-For": `203.0.${network}.5` });
const tryToJoin = (poll: Poll, identifier: string, network: number, token = asUser("").token) =>
  gateway.request(`POST ${path(poll, "voters")}`, {
    token,
    identifier,
    headers: from(network),
    body: {
      voter: { user_name: "Ada", optin_email: `${identifier.replaceAll(" ", "")}@example.org` },
    },
  });
const refused = [429, "too_many_opt_ins", String(12 * 3_600)];
const told = ({ status, body, headers }: Awaited<ReturnType<typeof tryToJoin>>) =>
  status === 201 ? [201] : [status, body.code, headers.get("Retry-After")];

beforeEach(() => db.pool.query("DELETE FROM mail_counts"));

test("an account has its opt-in mails of a day over all polls: then 429, and no participant, until the next day", async () => {
  const [first, second] = [await buildOptInPoll(), await buildOptInPoll()];
  const asker = await tryToJoin(second, "asker", 1);
  expect(told(asker)).toEqual([201]);
  for (const network of [2, 3, 4]) {
    expect(told(await tryToJoin(first, `early${network}`, network))).toEqual([201]);
  }
  expect(told(await tryToJoin(first, "late", 5))).toEqual(refused);
  expect(told(await askAgain(second, "asker", asker.body.id))).toEqual(refused);
  expect(await db.prisma.participant.count({ where: { pollId: first.id } })).toBe(3);
  const own = { pollId: { in: [first.id, second.id] } };
  const links = await db.prisma.optIn.findMany({ where: own, include: { mail: true } });
  expect(links.map(({ mail }) => mail?.state)).toEqual(Array(OF_DAY).fill("queued"));
  const other = await signUp(db);
  const poll = await other.buildPoll({ settings: { double_opt_in: true } });
  expect(told(await tryToJoin(poll, "of another account", 5, other.publicToken))).toEqual([201]);
  clock.advance(DAY_MS / 2);
  expect(told(await tryToJoin(first, "late", 5))).toEqual([201]);
});

test("one network causes at most half of them, also if concurrent, and leaves the others for the rest", async () => {
  const poll = await buildOptInPoll();
  const flood = await Promise.all(
    Array.from({ length: 6 }, (_, at) => tryToJoin(poll, `flood${at}`, 1)),
  );
  expect(flood.filter(({ status }) => status === 201)).toHaveLength(OF_NETWORK);
  expect(flood.filter(({ status }) => status === 429)).toHaveLength(6 - OF_NETWORK);
  expect(told(await tryToJoin(poll, "next to it", 1))).toEqual(refused);
  expect(told(await tryToJoin(poll, "elsewhere", 2))).toEqual([201]);
  expect(told(await tryToJoin(poll, "elsewhere too", 2))).toEqual([201]);
});
