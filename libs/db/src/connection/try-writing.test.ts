import { atFileEnd, connectPatiently, createTestDatabase } from "@polls/testing";
import type { Db } from "./connect";
import { tryWriting } from "./try-writing";

let db: Db;
beforeAll(async () => {
  db = connectPatiently((await createTestDatabase()).url, { max: 2 });
  atFileEnd("the database", () => db.close());
});

/** Until the next call, PostgreSQL refuses new tables with the code of a missing permission. */
const refuseTables = (message: string) =>
  db.pool.query(`
    CREATE OR REPLACE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION '${message}' USING ERRCODE = '42501'; END $$;
    DROP EVENT TRIGGER IF EXISTS refused;
    CREATE EVENT TRIGGER refused ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION refuse()`);

test("a disk that became read-only fails, though PostgreSQL calls it a missing permission", async () => {
  expect(await tryWriting(db.pipelined)).toBe(true);
  await refuseTables('could not extend file "base/5/t1_2": Read-only file system');
  await expect(tryWriting(db.pipelined)).rejects.toThrow("Read-only file system");
  await refuseTables("permission denied to create temporary tables in database");
  expect(await tryWriting(db.pipelined)).toBe(false);
});
