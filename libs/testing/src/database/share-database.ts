import { type ConnectOptions, connectDatabase, type Db } from "@polls/db/connection";
import { atFileEnd } from "../at-file-end";
import { createTestDatabase } from "./create-test-database";

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
    const connected = connectDatabase(url, options);
    Object.assign(db, connected, { url });
    atFileEnd("connections", () => connected.close());
  });
  return db;
}
