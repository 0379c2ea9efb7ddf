import type { Db } from "@polls/db/connection";
import { atFileEnd, createTestDatabase } from "@polls/testing";
import { type SignedUpAccount, signUp } from "./sign-up";
import { startGateway, type TestGateway, type TestGatewayOptions } from "./start-gateway";

export interface SharedGateway extends TestGateway {
  /** Starts another gateway with the same database. It ends with the test, or by `close`. */
  readonly startAnother: (options?: TestGatewayOptions) => Promise<TestGateway>;
}

type Options = TestGatewayOptions | (() => TestGatewayOptions | Promise<TestGatewayOptions>);

/**
 * The gateway that the tests of a file share, with a database of its own. Its members and
 * those of its `db` are set before the first test, so only functions may read them. Options that
 * are known later than the file are those of a function.
 */
export function shareGateway(options?: Options): SharedGateway {
  const gateway = share(options, createTestDatabase);
  const others: TestGateway[] = [];
  afterEach(() => Promise.all(others.splice(0).map(({ close }) => close())));
  return Object.assign(gateway, {
    startAnother: async (ofAnother?: TestGatewayOptions) => {
      const started = await startGateway(databaseOf(gateway), ofAnother);
      let closed: Promise<void> | undefined;
      const another = { ...started, close: () => (closed ??= started.close()) };
      others.push(another);
      return another;
    },
  });
}

/** Another gateway with the database of the first, that the tests of a file share. */
export const shareAnother = (first: TestGateway, options?: Options): TestGateway =>
  share(options, () => databaseOf(first));

const databaseOf = ({ deps }: TestGateway) => ({ url: deps.config.databaseUrl });

function share(
  options: Options | undefined,
  database: () => { readonly url: string } | Promise<{ readonly url: string }>,
): TestGateway {
  const db = {} as Db;
  const gateway = { db } as TestGateway;
  beforeAll(async () => {
    const given = typeof options === "function" ? await options() : options;
    const started = await startGateway(await database(), given);
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
): SignedUpAccount {
  const account = {} as SignedUpAccount;
  beforeAll(async () => {
    Object.assign(account, await signUp(gateway.db, facts));
  });
  return account;
}
