import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant } from "@polls/testing";
import { erasePerson } from "../../services/gateway/testing";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { signUp } from "../../services/gateway/testing/sign-up";
import { sharePayments } from "./payment-fixture";

let payers = 0;
const fixture = sharePayments();
const owner = shareAccount(fixture.gateway);

const prisma = () => fixture.gateway.db.prisma;
const lastPayment = async (poll: Poll) => (await fixture.paymentsOf(poll)).at(-1);
const rating = async (poll: Poll) =>
  (await fixture.request(`GET /api/v1/polls/${poll.memberHash}/options`, owner)).body[0].rating;

/** A person with an account who takes part in a poll that charges money. */
async function newPayer(settings: object) {
  const { db } = fixture.gateway;
  payers += 1;
  const email = `payer-${payers}@example.org`;
  const account = await signUp(db, { email });
  const poll = await owner.buildPoll({
    settings: { voting_fee: 100, vote_type: "Votes::UpVote", ...settings },
  });
  const option = await buildOption(db, poll);
  const asPayer = (line: string, body: object) =>
    fixture.request(line.replace("{poll}", `/api/v1/polls/${poll.memberHash}`), account, body);
  return {
    email,
    account,
    poll,
    option,
    asPayer,
    erase: () => erasePerson([db], email, new Date()),
  };
}

async function newBuyer() {
  const payer = await newPayer({ voting_fee_type: "voting_sell_votes" });
  const { poll, option, account } = payer;
  const participant = await buildParticipant(fixture.gateway.db, poll, {
    ownerKey: `user:${account.id}`,
  });
  const ids = { voter_id: participant.publicId, option_id: option.publicId };
  const buy = async (vote: number) => {
    const { publicId } = (await prisma().vote.findFirst({ where: { pollId: poll.id } })) ?? {};
    const [line, body] =
      publicId === undefined
        ? ["POST {poll}/votes", { ...ids, vote: { vote } }]
        : [`PATCH {poll}/votes/${publicId}`, { vote: { vote } }];
    expect((await payer.asPayer(line, body)).status).toBe(200);
    await fixture.work();
  };
  return { ...payer, buy };
}

test("an unpaid purchase ends with its checkout, and goes with its participant", async () => {
  const { poll, buy, erase } = await newBuyer();
  await buy(5);
  expect(await erase()).toMatchObject({ participants: 1, anonymized: 0 });
  await fixture.settle();
  expect(fixture.provider.session(await fixture.sessionOf(poll)).status).toBe("expired");
  expect(await lastPayment(poll)).toMatchObject({ state: "expired", endedAt: expect.any(Date) });
  expect(await prisma().vote.count({ where: { pollId: poll.id } })).toBe(0);
  expect(await prisma().participant.count({ where: { pollId: poll.id } })).toBe(0);
});

test("a raise falls back to what was paid", async () => {
  const { poll, buy, erase } = await newBuyer();
  await buy(5);
  await fixture.pay(poll);
  await buy(8);
  const session = await fixture.sessionOf(poll);
  expect(await erase()).toMatchObject({ participants: 0, anonymized: 1 });
  await fixture.settle();
  expect(fixture.provider.session(session).status).toBe("expired");
  const vote = await prisma().vote.findFirstOrThrow({ where: { pollId: poll.id } });
  expect([Number(vote.value), vote.paidVotes, vote.counts]).toEqual([5, 5, true]);
  expect(await rating(poll)).toBe(5);
});

test("an unpaid fee of a participant and of an option ends with its checkout", async () => {
  const payer = await newPayer({
    ...{ voting_fee_type: "voting_fee", allow_new_options: true },
    ...{ submission_fee_type: "submission_fee", submission_fee: 300 },
  });
  expect((await payer.asPayer("POST {poll}/voters", { voter: { user_name: "Pia" } })).status).toBe(
    201,
  );
  const entry = { option: { content: "Cake" } };
  expect((await payer.asPayer("POST {poll}/options", entry)).status).toBe(201);
  await fixture.work();
  const payments = await fixture.paymentsOf(payer.poll);
  expect(payments.map(({ kind }) => kind).sort()).toEqual(["submission_fee", "voting_fee"]);
  await payer.erase();
  await fixture.settle();
  const sessions = payments.flatMap(({ checkouts }) =>
    checkouts.map(({ sessionId }) => fixture.provider.session(String(sessionId)).status),
  );
  expect(sessions).toEqual(["expired", "expired"]);
  expect(await prisma().participant.count({ where: { pollId: payer.poll.id } })).toBe(0);
});

test("money that is on its way to an erased person's purchase is refunded", async () => {
  const { poll, buy, erase } = await newBuyer();
  await buy(5);
  const session = await fixture.sessionOf(poll);
  fixture.provider.complete(session, "processing");
  await fixture.settle();
  await erase();
  await fixture.settle();
  fixture.provider.settleLater(session, "paid");
  await fixture.settle();
  expect(await lastPayment(poll)).toMatchObject({ state: "refunded", credited: 0 });
});
