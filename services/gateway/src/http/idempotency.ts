import { createHash } from "node:crypto";
import type { Transaction } from "@polls/db";
import { type Actor, Conflict, Invalid, ownerKeyOf } from "@polls/domain";
import { badRequest } from "./problem";
import type { Reply } from "./reply";

const KEY_MAX_LENGTH = 255;

/** A request that may be sent again: where its answer is kept, and what it asked for. */
export interface IdempotentRequest {
  /** SHA-256 of actor, method, path and key. */
  readonly scope: Buffer;
  /** SHA-256 of the body. */
  readonly fingerprint: Buffer;
}

const sha256 = (...parts: readonly string[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`);
  return hash.digest();
};

/** Reads the `Idempotency-Key` of a POST or PATCH (decisions 2); none: undefined, wrong: 400. */
export function idempotentRequest(
  key: string | undefined,
  request: {
    readonly actor: Actor;
    readonly method: string;
    readonly path: string;
    /** The body in a canonical text; for multipart its fields and the digests of its files. */
    readonly body: string;
  },
): IdempotentRequest | undefined {
  if (key === undefined) return undefined;
  if (key.length < 1 || key.length > KEY_MAX_LENGTH) {
    throw badRequest(`Idempotency-Key must have 1 to ${KEY_MAX_LENGTH} characters`);
  }
  const { actor } = request;
  const owner = ownerKeyOf(actor) ?? `reader:${actor.accountId}`;
  const organization = actor.kind === "organization_member" ? String(actor.organizationId) : "";
  return {
    scope: sha256(owner, organization, request.method, request.path, key),
    fingerprint: sha256(request.body),
  };
}

/**
 * Takes the key for this transaction, or gives the answer that was kept for it. A twin that is
 * running now: 409; the same key with another body: 422 (decisions 2).
 */
export async function beginIdempotent(
  tx: Transaction,
  request: IdempotentRequest,
): Promise<Reply | undefined> {
  const lock = request.scope.readBigInt64BE(0);
  const [taken] = await tx.$queryRaw<{ free: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${lock}::bigint) AS free`;
  if (taken?.free !== true) {
    throw new Conflict("A request with this Idempotency-Key is running", "idempotency_key_in_use");
  }
  const [kept] = await tx.$queryRaw<
    { fingerprint: Uint8Array; status: number; body: unknown }[]
  >`SELECT fingerprint, status, body FROM idempotency_keys
    WHERE scope = ${request.scope} AND created_at > now() - interval '24 hours'`;
  if (kept === undefined) return undefined;
  if (!request.fingerprint.equals(kept.fingerprint)) throw reusedKey();
  return {
    status: kept.status,
    body: kept.body ?? undefined,
    headers: { "Idempotency-Replayed": "true" },
  };
}

export const reusedKey = (): Invalid =>
  new Invalid({ base: ["Idempotency-Key was used with another body"] }, "idempotency_key_reused");

/** Keeps the answer of a request that changed something, in the transaction of the change. */
export async function keepAnswer(
  tx: Transaction,
  request: IdempotentRequest,
  { status, body }: Reply,
): Promise<void> {
  const json = body === undefined ? null : JSON.stringify(body);
  await tx.$executeRaw`
    INSERT INTO idempotency_keys (scope, fingerprint, status, body)
    VALUES (${request.scope}, ${request.fingerprint}, ${status}, ${json}::jsonb)
    ON CONFLICT (scope) DO UPDATE
      SET fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
          created_at = now()`;
}
