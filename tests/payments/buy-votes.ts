import { signUp } from "../../services/gateway/testing/sign-up";
import type { PaymentFixture, Sale } from "./payment-fixture";

/** Buys two votes in a poll that sells votes, and returns their payment. */
export async function buyVotes(fixture: PaymentFixture) {
  const { poll, buy } = await openSale(fixture);
  expect((await buy(2)).status).toBe(200);
  return fixture.gateway.db.prisma.payment.findFirstOrThrow({ where: { pollId: poll.id } });
}

/** A poll of a new owner that sells votes to a new account. */
export async function openSale({ gateway: { db }, sell }: PaymentFixture): Promise<Sale> {
  return sell(await signUp(db), await signUp(db));
}
