import { PrismaPg } from "@prisma/adapter-pg";

type Connected = Awaited<ReturnType<PrismaPg["connect"]>>;
type Statements = Pick<Connected, "queryRaw" | "executeRaw">;

/**
 * The driver of Prisma, with two changes. Prisma has no read-only transactions, so transactions
 * with an explicit isolation level become read-only. Prisma puts the schema before each table; this
 * driver removes it, so that PostgreSQL finds tables by the search path, as for other statements,
 * and both use the same shard (docs/adr/0035-polls-live-on-shelves.md).
 */
export class PrismaDriver extends PrismaPg {
  override async connect(): Promise<Connected> {
    const connected = bySearchPath(await super.connect());
    const start = connected.startTransaction.bind(connected);
    connected.startTransaction = async (level) =>
      bySearchPath(
        await start(level === undefined ? level : (`${level}, READ ONLY` as typeof level)),
      );
    return connected;
  }
}

const schema = '"public".';

/** Removes the schema from the statements of Prisma. Their texts contain no values. */
function bySearchPath<Target extends Statements>(target: Target): Target {
  const query = target.queryRaw.bind(target);
  const execute = target.executeRaw.bind(target);
  target.queryRaw = (statement) =>
    query({ ...statement, sql: statement.sql.replaceAll(schema, "") });
  target.executeRaw = (statement) =>
    execute({ ...statement, sql: statement.sql.replaceAll(schema, "") });
  return target;
}
