// Covers docs/reference/payments.md: checkout
// Covers docs/reliability.md: payment-provider-failures

import { createLogger } from "@polls/telemetry";
import { openCheckout } from "../../services/payment-worker/testing";
import { buyVotes } from "./buy-votes";
import { sharePayments } from "./payment-fixture";

describe("a late response to the opening of a checkout", () => {
  const fixture = sharePayments();
  afterEach(() => jest.restoreAllMocks());

  const look = (id: bigint) =>
    fixture.gateway.db.prisma.payment.findUniqueOrThrow({
      where: { id },
      include: { checkouts: { orderBy: { attempt: "asc" } } },
    });

  /** Opens the payment's checkout; runs `meanwhile` before the provider's response arrives. */
  function openSlowly(id: bigint, meanwhile: (sessionId: string) => Promise<unknown>) {
    const { sessions } = fixture.deps.provider.stripe.checkout;
    const create = sessions.create.bind(sessions);
    jest.spyOn(sessions, "create").mockImplementationOnce(async (...request) => {
      const session = await create(...request);
      await meanwhile(session.id);
      return session;
    });
    const log = createLogger("payment-worker", { level: "silent" });
    const run = {
      signal: new AbortController().signal,
      attempt: 1,
      isLast: false,
      log,
      done: async () => {},
    };
    return openCheckout({ paymentId: String(id) }, fixture.deps, run);
  }

  test("does not change a payment that was paid in the meantime", async () => {
    const { id } = await buyVotes(fixture);
    await openSlowly(id, async (sessionId) => {
      // The same job once more, as after a lost lock.
      await fixture.work();
      fixture.provider.complete(sessionId, "paid");
      await fixture.settle();
    });
    const paid = await look(id);
    expect(paid).toMatchObject({ state: "paid", credited: 2 });
    expect(paid.checkouts.map(({ state }) => state)).toEqual(["paid"]);
  });

  test("does not open an attempt that was given up in the meantime: the next attempt does", async () => {
    const { id } = await buyVotes(fixture);
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
