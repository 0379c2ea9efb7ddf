import { type NewAccount, signUp } from "../../services/gateway/testing/sign-up";
import type { PaymentFixture } from "./payment-fixture";

export const path = "/api/v1/account/connected_account";

/** What owners do with their connected accounts. */
export function connectedAccounts(fixture: PaymentFixture) {
  const rowOf = ({ id }: Pick<NewAccount, "id">) =>
    fixture.gateway.db.prisma.connectedAccount.findUniqueOrThrow({ where: { accountId: id } });
  return {
    connect: (owner: NewAccount, facts: object = {}) =>
      fixture.request(`POST ${path}`, owner, { connected_account: facts }),
    stateOf: async (owner: NewAccount) => (await fixture.request(`GET ${path}`, owner)).body.state,
    rowOf,
    pageOf: (url: string, query = "") => fixture.gateway.request(`GET ${url}${query}`),
    /** An owner whose account can take payments. */
    async connectedOwner(facts: object = {}, headers: Readonly<Record<string, string>> = {}) {
      const owner = await signUp(fixture.gateway.db);
      await fixture.gateway.request(`POST ${path}`, {
        token: owner.privateToken,
        headers,
        body: { connected_account: facts },
      });
      await fixture.work();
      const destination = String((await rowOf(owner)).providerAccountId);
      fixture.provider.accounts.allow(destination, true);
      await fixture.settle();
      return { owner, destination };
    },
  };
}
