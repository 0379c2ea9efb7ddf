import { linkToken } from "@polls/db/tokens";
import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  metricValue,
  type PollFacts,
} from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import type { TestGateway } from "../../../testing/start-gateway";

const gateway = shareGateway();
const voter = shareAccount(gateway);

interface Scene {
  readonly poll: Poll;
  readonly option: Option;
  readonly participant: Participant;
}

async function scene(facts: PollFacts = {}, email?: string): Promise<Scene> {
  const { db } = gateway;
  const poll = await buildPoll(db, facts);
  return {
    poll,
    option: await buildOption(db, poll),
    participant: await buildParticipant(db, poll, {
      ownerKey: `user:${voter.id}`,
      ...(email === undefined ? {} : { optinEmail: email, confirmedAt: null }),
    }),
  };
}

const bodyOf = ({ option, participant }: Scene) => ({
  voter_id: participant.publicId,
  option_id: option.publicId,
  vote: { vote: 1 },
});
const votesOf = ({ poll }: Scene) => `/api/v1/polls/${poll.memberHash}/votes`;

const cast = (at: Scene, options: Parameters<TestGateway["request"]>[1] = {}) =>
  gateway.request(`POST ${votesOf(at)}`, {
    token: voter.privateToken,
    body: bodyOf(at),
    ...options,
  });

/** The increase of the vote counters since the last call. */
let before = new Map<string, number>();
async function gained(): Promise<Readonly<Record<string, number>>> {
  const { body } = await gateway.deps.metrics.text();
  const lines = body.matchAll(/^votes_(?:refused_)?total\{(?:outcome|code)="(\w+)".*\} (\d+)$/gm);
  const now = new Map([...lines].map(([, name = "", count]) => [name, Number(count)]));
  const more = [...now].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const);
  before = now;
  return Object.fromEntries(more.filter(([, count]) => count !== 0));
}
beforeEach(gained);

test("all outcomes and codes are there before the first vote", async () => {
  const { body } = await gateway.deps.metrics.text();
  for (const outcome of ["accepted", "held", "released", "to_pay", "replayed"]) {
    expect(metricValue(body, "votes_total", { outcome })).toBeDefined();
  }
  expect(metricValue(body, "votes_refused_total", { code: "poll_closed" })).toBeDefined();
});

test("a vote, its change and its withdrawal are counted", async () => {
  const at = await scene();
  const { body } = await cast(at);
  expect(await gained()).toEqual({ accepted: 1 });
  const one = `${votesOf(at)}/${body.id}`;
  await gateway.as(voter, `PATCH ${one}`, { vote: { vote: 1 } });
  expect(await gained()).toEqual({ changed: 1 });
  await gateway.as(voter, `DELETE ${one}`);
  expect(await gained()).toEqual({ withdrawn: 1 });
});

test("a repeated key counts no second vote", async () => {
  const at = await scene();
  const headers = { "Idempotency-Key": "one-vote-of-metrics" };
  await cast(at, { headers });
  await cast(at, { headers });
  expect(await gained()).toEqual({ accepted: 1, replayed: 1 });
});

test("refused votes are counted by code, at each step of a request", async () => {
  const open = await scene();
  await cast(await scene({ status: "closed" }));
  await cast(open, { body: { ...bodyOf(open), vote: { vote: "much" } } });
  await cast(open, { token: "no token" });
  const other = await signUp(gateway.db);
  expect((await cast(open, { token: other.privateToken })).status).toBe(403);
  expect(await gained()).toEqual({ poll_closed: 1, invalid: 1, unauthorized: 1, forbidden: 1 });
});

test("errors of other requests are no refused votes", async () => {
  const at = await scene();
  await gateway.as(voter, `GET ${votesOf(at)}/unknown`);
  await gateway.as(voter, `PATCH ${votesOf(at)}/unknown`, { vote: { vote: 1 } });
  expect(await gained()).toEqual({});
});

test("each vote of a batch is counted", async () => {
  const at = await scene();
  const { status } = await gateway.as(voter, `POST ${votesOf(at)}/batch`, {
    votes: [bodyOf(at), { ...bodyOf(at), option_id: "unknown" }],
  });
  expect(status).toBe(200);
  expect(await gained()).toEqual({ accepted: 1, option_not_found: 1 });
});

test("a held vote is counted when it is cast, and when it is released or dropped", async () => {
  const { db, request, deps } = gateway;
  const poll = await buildPoll(db, { settings: { double_opt_in: true } });
  const [option, gone] = [await buildOption(db, poll), await buildOption(db, poll)];
  const { body: participant } = await request(`POST /api/v1/polls/${poll.memberHash}/voters`, {
    token: voter.privateToken,
    body: { voter: { user_name: "Ada", optin_email: "held@example.org" } },
  });
  for (const { publicId } of [option, gone]) {
    const { body } = await request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: voter.privateToken,
      body: { voter_id: participant.id, option_id: publicId, vote: { vote: 1 } },
    });
    expect(body).toMatchObject({ code: "opt_in_pending" });
  }
  expect(await gained()).toEqual({ held: 2 });
  await db.prisma.option.update({ where: { id: gone.id }, data: { archived: true } });

  const { mail, address } = await db.prisma.optIn.findFirstOrThrow({
    where: { participant: { publicId: participant.id } },
    include: { mail: true },
  });
  if (mail?.nonce == null) throw new Error("an opt-in has no mail");
  const link = { purpose: "opt_in", nonce: mail.nonce, address } as const;
  const token = linkToken(deps.config.keys.mailLinks.signing, link);
  expect((await request(`POST /opt-in/${token}`)).status).toBe(200);
  const { released, ...dropped } = await gained();
  expect(released).toBe(1);
  expect(Object.values(dropped)).toEqual([1]);
});
