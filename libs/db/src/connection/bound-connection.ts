import { DatabaseError, type Pool, type PoolClient } from "pg";
import { endAtOnce } from "./end-at-once";

/** Texts after which a connection belongs to the next transaction. */
const ends: ReadonlySet<unknown> = new Set(["COMMIT", "ROLLBACK"]);

const textOf = (statement: unknown): unknown =>
  typeof statement === "object" && statement !== null ? Reflect.get(statement, "text") : statement;

/**
 * Takes a connection of a pool for one transaction. After its commit or rollback it takes no statement
 * any more, although the pool may have given the connection to another transaction. After `limitMs`, and
 * after an error that PostgreSQL did not report, the connection is closed with all that is on its way.
 */
export async function boundConnection(pool: Pool, limitMs: number): Promise<PoolClient> {
  const client = await pool.connect();
  let ended: Error | undefined;
  let released = false;
  const release = (error?: Error | boolean) => {
    clearTimeout(timer);
    ended ??= new Error("Connection terminated: the transaction has ended");
    if (released) return;
    released = true;
    client.release(error);
  };
  const discard = (error: Error) => {
    if (released) return;
    ended ??= error;
    // The pool would wait for the answers to what is on its way.
    endAtOnce(client, error);
    release(error);
  };
  const timer = setTimeout(
    () => discard(new Error(`Connection terminated: the transaction took ${limitMs} ms`)),
    limitMs,
  );
  timer.unref();

  async function query(statement: unknown): Promise<unknown> {
    if (ended !== undefined) throw ended;
    if (ends.has(textOf(statement))) {
      ended = new Error("Connection terminated: the transaction has ended");
    }
    try {
      return await (client.query as (statement: unknown) => Promise<unknown>).call(
        client,
        statement,
      );
    } catch (error) {
      if (!(error instanceof DatabaseError)) discard(error as Error);
      throw error;
    }
  }
  return replacing(client, { query, release });
}

/** The pool as Prisma's adapter sees it: connections for transactions are bound to them. */
export const boundPool = (pool: Pool, limitMs: number): Pool =>
  replacing(pool, { connect: () => boundConnection(pool, limitMs) });

/** The object with some of its methods replaced; the others run on the object itself. */
function replacing<Target extends object>(
  target: Target,
  methods: Record<string, unknown>,
): Target {
  return new Proxy(target, {
    get(_, key) {
      if (Object.hasOwn(methods, key)) return methods[key as string];
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
