import { type ConnectOptions, connectDatabase, type Db } from "@polls/db/connection";
import { atFileEnd } from "../at-file-end";
import { createTestDatabase } from "./create-test-database";

/** Only tests of time limits depend on them: a busy machine fails no other test. */
export const longLimits = {
  connectMs: 30_000,
  lockMs: 10_000,
  statementMs: 30_000,
  answerMs: 40_000,
  transactionMs: 40_000,
  idleInTransactionMs: 40_000,
};

/** Connects with limits that a busy machine does not reach. */
export const connectPatiently = (url: string, options?: ConnectOptions): Db =>
  connectDatabase(url, { ...options, limits: { ...longLimits, ...options?.limits } });

export interface SharedDatabase extends Db {
  readonly url: string;
}

/**
 * The connections to a database that the tests of a file share. Its members are set before the
 * first test, so only functions may read them.
 */
export function shareDatabase(options?: ConnectOptions): SharedDatabase {
  const db = {} as SharedDatabase;
  beforeAll(async () => {
    const { url } = await createTestDatabase();
    const connected = connectPatiently(url, options);
    Object.assign(db, connected, { url });
    atFileEnd("connections", () => connected.close());
  });
  return db;
}
