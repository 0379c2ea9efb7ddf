/** A property of a value that may be no object. */
export const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const CAUSE_DEPTH = 5;
/** The suffix that Citus adds to names of constraints on a node. */
const shardSuffix = /_\d{6,}$/;

/** Finds the constraint in the text of an error, because errors of Citus have no field for it. */
const namedIn = (message: unknown): string | undefined =>
  typeof message === "string" ? /constraint "(\w+)"/.exec(message)?.[1] : undefined;

interface SqlError {
  /** Five characters, as in appendix A of the PostgreSQL manual. For errors of Prisma itself, its code. */
  readonly state: string;
  /** The violated constraint, if any. */
  readonly constraint: string | undefined;
}

function sqlError(error: unknown): SqlError | undefined {
  let current = error;
  for (let depth = 0; depth < CAUSE_DEPTH && current !== undefined; depth++) {
    const adapter = property(property(property(current, "meta"), "driverAdapterError"), "cause");
    const state = property(adapter, "originalCode") ?? property(current, "code");
    if (typeof state === "string" && /^[0-9A-Z]{5}$/.test(state)) {
      const constraint =
        property(property(adapter, "constraint"), "index") ??
        property(current, "constraint") ??
        namedIn(property(adapter, "originalMessage") ?? property(current, "message"));
      return {
        state,
        constraint:
          typeof constraint === "string" ? constraint.replace(shardSuffix, "") : undefined,
      };
    }
    current = property(current, "cause");
  }
  return undefined;
}

/** Whether an error of Prisma or the driver is a violated unique constraint, of the given name if there is one. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const sql = sqlError(error);
  if (sql?.state !== "23505") return false;
  return constraint === undefined || sql.constraint === constraint;
}

/** Codes of PostgreSQL and Prisma for missing tables and columns. */
const SCHEMA_MISSING: ReadonlySet<string> = new Set(["42P01", "42703", "P2021", "P2022"]);

/** Whether an error of Prisma or the driver means that the database lacks migrations of this release. */
export function isSchemaMissing(error: unknown): boolean {
  const sql = sqlError(error);
  return sql !== undefined && SCHEMA_MISSING.has(sql.state);
}

/** Whether the role may not do what a statement asks. */
export const isNotPermitted = (error: unknown): boolean => sqlError(error)?.state === "42501";

/** Serialization failure, deadlock, lock timeout: a retry may succeed. */
const AGAIN: ReadonlySet<string> = new Set(["40001", "40P01", "55P03"]);

/** Whether the same transaction may succeed if it runs again: after a conflict of locks or of an idempotency key. */
export function isWorthRetrying(error: unknown): boolean {
  const sql = sqlError(error);
  if (sql !== undefined && AGAIN.has(sql.state)) return true;
  // If two requests with one Idempotency-Key run concurrently, a retry of the second one finds the stored response.
  return isUniqueViolation(error, "idempotency_keys_pkey");
}
