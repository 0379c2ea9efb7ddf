const property = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

const CAUSE_DEPTH = 5;

interface SqlError {
  /** Five characters, as in appendix A of the PostgreSQL manual. */
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
        property(property(adapter, "constraint"), "index") ?? property(current, "constraint");
      return { state, constraint: typeof constraint === "string" ? constraint : undefined };
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

/** Serialization failure, deadlock, lock timeout: a retry may succeed. */
const AGAIN: ReadonlySet<string> = new Set(["40001", "40P01", "55P03"]);

export function isWorthRetrying(error: unknown): boolean {
  const sql = sqlError(error);
  if (sql !== undefined && AGAIN.has(sql.state)) return true;
  // Two requests with one Idempotency-Key at the same time: a retry of the second finds the answer.
  return isUniqueViolation(error, "idempotency_keys_pkey");
}
