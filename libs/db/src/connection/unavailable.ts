import { types } from "node:util";
import { property } from "./sql-state";

/** Also true for errors of another realm, such as those of Node within a test. */
const isNativeError = (value: unknown): value is Error => types.isNativeError(value);

/** Codes of Node for a server that cannot be reached. */
const networkCodes: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ENOTFOUND", "EAI_AGAIN"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EPIPE", "ETIMEDOUT"],
]);

/** PostgreSQL: a primary that became a standby, shut down, starting up, out of connections or disk, a timeout, a broken disk. */
const serverCodes: ReadonlySet<string> = new Set([
  ...["25006", "25P03", "53000", "53100", "53200", "53300", "53400"],
  ...["55P03", "57014", "57P01", "57P02", "57P03", "57P05", "58030"],
]);

/** Prisma: not reached, timed out, connection closed, no connection or transaction in time. */
const prismaCodes: ReadonlySet<string> = new Set([
  ...["P1000", "P1001", "P1002", "P1008", "P1011"],
  ...["P1017", "P2024", "P2028", "P2034", "P2037"],
]);

/** Kinds of errors without a code of Prisma's adapter: in raw statements, begin and commit. */
const adapterKinds: ReadonlySet<unknown> = new Set([
  "DatabaseNotReachable",
  "ConnectionClosed",
  "SocketTimeout",
]);

/** Errors of the driver without a code: the pool is exhausted, the connection broke, a timeout. */
const driverMessages =
  /timeout exceeded when trying to connect|connection terminated|connection ended|query read timeout|client has encountered a connection error|cannot use a pool after calling end/i;

/** Errors of Citus for a lost node, which have no code of their own. The outcome of the transaction is unknown. */
const nodeMessages =
  /could not commit transaction for shard|failed to COPY to shard|server closed the connection unexpectedly|connection not open/i;

/** A disk that became read-only. PostgreSQL gives it the code of a missing permission. */
const diskMessage = /: read-only file system/i;

/** How many causes of an error are followed. */
const causeDepth = 5;

/**
 * Whether an error means that the database cannot answer now, which is a 503. Deadlocks and lock timeouts that remain
 * after the retries count too (docs/reliability.md#slow-database).
 */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  withCauses(error).some(saysUnavailable);

/** An error, its cause, the cause of that, and so on. */
export function withCauses(error: unknown): readonly Error[] {
  const errors: Error[] = [];
  let current = error;
  while (errors.length < causeDepth && isNativeError(current)) {
    errors.push(current);
    current = current.cause;
  }
  return errors;
}

/** Whether an error means that the database sent nothing, not even a refusal. */
export const meansSilence = (error: unknown): boolean =>
  isNativeError(error) &&
  property(error, "severity") === undefined &&
  (property(error, "code") === "ETIMEDOUT" ||
    property(error, "code") === "EHOSTUNREACH" ||
    /timeout/i.test(error.message));

function saysUnavailable(error: Error): boolean {
  const codes = [property(error, "code"), property(property(error, "meta"), "code")];
  const fromAdapter = property(property(error, "meta"), "driverAdapterError") ?? error;
  const cause = property(fromAdapter, "cause");
  return (
    [...codes, property(cause, "originalCode")].some(meansUnavailable) ||
    adapterKinds.has(property(cause, "kind")) ||
    driverMessages.test(error.message) ||
    nodeMessages.test(error.message) ||
    saysReadOnlyDisk(error)
  );
}

/** Whether PostgreSQL could not write, because the file system of its data became read-only. */
export const saysReadOnlyDisk = (error: unknown): boolean =>
  isNativeError(error) && diskMessage.test(error.message);

const meansUnavailable = (code: unknown): boolean =>
  typeof code === "string" &&
  (networkCodes.has(code) ||
    serverCodes.has(code) ||
    prismaCodes.has(code) ||
    code.startsWith("08") ||
    code === "40001" ||
    code === "40P01");
