import { createLogger } from "@polls/telemetry";
import { buildOption, buildParticipant, buildPoll } from "@polls/testing";
import { signUp } from "../../services/gateway/src/testing/sign-up";
import { openCheckout } from "../../services/payment-worker/src/processors/open-checkout";
import { openPaymentFixture, type PaymentFixture } from "./payment-fixture";

describe("an answer to the opening of a checkout that comes late", () => {
  let fixture: PaymentFixture;
  beforeAll(async () => {
    fixture = await openPaymentFixture();
  });
  afterAll(() => fixture.close());
  afterEach(() => jest.restoreAllMocks());

  async function buyVotes() {
    const { db, request } = fixture.gateway;
    const voter = await signUp(db);
    const poll = await buildPoll(db, {
      settings: {
        ...{ voting_fee: 100, voting_fee_type: "voting_sell_votes", vote_type: "Votes::UpVote" },
      },
    });
    const option = await buildOption(db, poll);
    const participant = await buildParticipant(db, poll, { ownerKey: `user:${voter.id}` });
    const ids = { voter_id: participant.publicId, option_id: option.publicId };
    const bought = await request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: voter.privateToken,
      body: { ...ids, vote: { vote: 2 } },
    });
    expect(bought.status).toBe(200);
    return db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } });
  }

  const look = (id: bigint) =>
    fixture.gateway.db.prisma.payment.findUniqueOrThrow({
      where: { id },
      include: { checkouts: { orderBy: { attempt: "asc" } } },
    });

  /** Opens the payment's checkout; `meanwhile` happens between the provider's answer and its arrival. */
  function openSlowly(id: bigint, meanwhile: (sessionId: string) => Promise<unknown>) {
    const { sessions } = fixture.deps.provider.stripe.checkout;
    const create = sessions.create.bind(sessions);
    jest.spyOn(sessions, "create").mockImplementationOnce(async (...request) => {
      const session = await create(...request);
      await meanwhile(session.id);
      return session;
    });
    const log = createLogger("payment-worker", { level: "silent" });
    const run = { signal: new AbortController().signal, attempt: 1, log, done: async () => {} };
    return openCheckout({ paymentId: String(id) }, fixture.deps, run);
  }

  test("changes nothing of what was paid meanwhile", async () => {
    const { id } = await buyVotes();
    await openSlowly(id, async (sessionId) => {
      // The same job once more, as after a lost lock.
      await fixture.work();
      fixture.standIn.provider.complete(sessionId, "paid");
      await fixture.settle();
    });
    const paid = await look(id);
    expect(paid).toMatchObject({ state: "paid", credited: 2 });
    expect(paid.checkouts.map(({ state }) => state)).toEqual(["paid"]);
  });

  test("opens nothing that was given up meanwhile: the next attempt does", async () => {
    const { id } = await buyVotes();
    const late = openSlowly(id, () =>
      fixture.gateway.db.prisma.checkout.updateMany({
        where: { paymentId: id },
        data: { state: "failed" },
      }),
    );
    await expect(late).rejects.toThrow("failed meanwhile");
    await fixture.work();
    const open = await look(id);
    expect(open.state).toBe("open");
    expect(open.checkouts.map(({ state }) => state)).toEqual(["failed", "open"]);
  });
});
