import { DatabaseError, type Pool, type PoolClient } from "pg";
import { timeoutWhileAwake } from "./awake-timeout";
import { endAtOnce } from "./end-at-once";
import { withCauses } from "./unavailable";

/** Texts after which a connection belongs to the next transaction. */
const ends: ReadonlySet<unknown> = new Set(["COMMIT", "ROLLBACK"]);

/** The error of a commit that came with a warning: in two phases it may still wait for a node or a standby. */
class UnknownOutcome extends Error {
  readonly code = "08007";

  constructor(warning: string | undefined) {
    super(`the outcome of the transaction is unknown: ${warning}`);
  }
}

const TRANSACTION_TOOK = "the transaction took";

/** Whether an error means that a transaction ran out of time before its commit, so that it stored nothing. */
export const ranOutOfTime = (error: unknown): boolean =>
  withCauses(error).some(({ message }) => message.includes(`: ${TRANSACTION_TOOK} `));

/** What the server sends beside a result. */
interface Notice {
  readonly code: string | undefined;
  readonly message: string | undefined;
}

/** The code of notices that are no warnings, in any language of the server. */
const SUCCESSFUL_COMPLETION = "00000";

const textOf = (statement: unknown): unknown =>
  typeof statement === "object" && statement !== null ? Reflect.get(statement, "text") : statement;

/**
 * Takes a connection from a pool for one transaction. After the commit or rollback it refuses further statements,
 * because the pool may have given the connection to another transaction. After `limitMs` awake, and after an error that
 * PostgreSQL did not report, the connection is closed together with its pending statements. A commit that comes with a
 * warning throws, because its outcome is unknown.
 */
export async function connectWithin(pool: Pool, limitMs: number): Promise<PoolClient> {
  const client = await pool.connect();
  let ended: Error | undefined;
  let released = false;
  const release = (error?: Error | boolean) => {
    timeout.clear();
    ended ??= new Error("Connection terminated: the transaction has ended");
    if (released) return;
    released = true;
    client.release(error);
  };
  const discard = (error: Error) => {
    if (released) return;
    ended ??= error;
    // The pool would wait for the results of pending statements.
    endAtOnce(client, error);
    release(error);
  };
  const timeout = timeoutWhileAwake(limitMs, () => {
    // Whether a commit that was sent has an effect is unknown.
    const late = ended === undefined ? TRANSACTION_TOOK : "the commit of the transaction took";
    discard(new Error(`Connection terminated: ${late} ${limitMs} ms`));
  });

  const send = (statement: unknown): Promise<unknown> =>
    (client.query as (statement: unknown) => Promise<unknown>).call(client, statement);

  async function sendCommit(statement: unknown): Promise<unknown> {
    let warning: Notice | undefined;
    const notice = (message: Notice) => {
      if (message.code !== SUCCESSFUL_COMPLETION) warning ??= message;
    };
    client.on("notice", notice);
    try {
      const result = await send(statement);
      if (warning !== undefined) throw new UnknownOutcome(warning.message);
      return result;
    } finally {
      client.off("notice", notice);
    }
  }

  async function query(statement: unknown): Promise<unknown> {
    if (ended !== undefined) throw ended;
    const text = textOf(statement);
    if (ends.has(text)) ended = new Error("Connection terminated: the transaction has ended");
    try {
      return await (text === "COMMIT" ? sendCommit(statement) : send(statement));
    } catch (error) {
      if (!(error instanceof DatabaseError)) discard(error as Error);
      throw error;
    }
  }
  return withMethods(client, { query, release });
}

/** A pool for Prisma's adapter, which binds each connection to its transaction. */
export const boundPool = (pool: Pool, limitMs: number): Pool =>
  withMethods(pool, { connect: async () => inSequence(await connectWithin(pool, limitMs)) });

/** Sends each statement after the result of the one before. Prisma loads several relations at once. */
function inSequence(client: PoolClient): PoolClient {
  const send = client.query as (statement: unknown) => Promise<unknown>;
  let last: Promise<unknown> = Promise.resolve();
  const query = (statement: unknown): Promise<unknown> => {
    const result = last.then(() => send(statement));
    last = result.catch(() => undefined);
    return result;
  };
  return withMethods(client, { query });
}

/** The object with some of its methods replaced; the others run on the object itself. */
function withMethods<Target extends object>(
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
