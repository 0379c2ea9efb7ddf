import type { Db } from "@polls/db/connection";
import { atFileEnd, createTestDatabase } from "@polls/testing";
import type { NewAccount } from "../src/features/accounts/create-account";
import { signUp } from "./sign-up";
import { startGateway, type TestGateway, type TestGatewayOptions } from "./start-gateway";

/**
 * The gateway that the tests of a file share, with a database of its own. Its members and
 * those of its `db` are set before the first test, so only functions may read them.
 */
export function shareGateway(options?: TestGatewayOptions): TestGateway {
  const db = {} as Db;
  const gateway = { db } as TestGateway;
  beforeAll(async () => {
    const started = await startGateway(await createTestDatabase(), options);
    Object.assign(db, started.db);
    Object.assign(gateway, started, { db });
    atFileEnd("the gateway", () => started.close());
  });
  return gateway;
}

/** An account that the tests of a file share. It is set as the gateway is. */
export function shareAccount(
  gateway: TestGateway,
  facts?: Parameters<typeof signUp>[1],
): NewAccount {
  const account = {} as NewAccount;
  beforeAll(async () => {
    Object.assign(account, await signUp(gateway.db, facts));
  });
  return account;
}
