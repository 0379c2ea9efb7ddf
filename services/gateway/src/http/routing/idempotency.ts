import { createHash } from "node:crypto";
import type { KeyRing } from "@polls/config";
import type { Db } from "@polls/db/connection";
import {
  findStoredReplies,
  insertReplies,
  lockIdempotencyKeys,
  type StoredReply,
} from "@polls/db/replies";
import type { Transaction } from "@polls/db/sql";
import { seal, unseal } from "@polls/db/tokens";
import { type Actor, ownerKeyOf } from "@polls/domain/access";
import { Conflict, Invalid } from "@polls/domain/refusals";
import { limitKeptReplies, type RateLimiter } from "../limits/rate-limit";
import { badRequest } from "../replies/problem";
import type { Reply } from "../replies/reply";

const KEY_MAX_LENGTH = 255;
/** A smaller body is always stored: its key takes as much. */
const SMALL_BODY_BYTES = 500;

export interface IdempotencyKey {
  /** SHA-256 of actor, method, path and key. */
  readonly scope: Buffer;
  readonly method: string;
  readonly path: string;
  /** The keys that encrypt stored replies, which may contain secrets. */
  readonly keys: KeyRing;
  /** Counts the body of a reply, once. Returns whether it may be stored. */
  readonly mayKeep: (bytes: number) => boolean;
}

export interface IdempotentRequest extends IdempotencyKey {
  /** SHA-256 of the body. */
  readonly fingerprint: Buffer;
}

const sha256 = (...parts: readonly string[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`);
  return hash.digest();
};

/** Undefined without one, and for an anonymous reader. Throws 400 for a malformed one. */
export function idempotencyKey(
  key: string | undefined,
  {
    actor,
    method,
    path,
    keys,
    rateLimiter,
  }: {
    readonly actor: Actor;
    readonly method: string;
    readonly path: string;
    readonly keys: KeyRing;
    readonly rateLimiter: RateLimiter;
  },
): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  if (key.length < 1 || key.length > KEY_MAX_LENGTH) {
    throw badRequest(`Idempotency-Key must have 1 to ${KEY_MAX_LENGTH} characters`);
  }
  const owner = ownerKeyOf(actor);
  // Anonymous readers cannot be told apart.
  if (owner === undefined) return undefined;
  const organization = actor.kind === "organization_member" ? String(actor.organizationId) : "";
  const scope = sha256(owner, organization, method, path, key);
  let isKept: boolean | undefined;
  const mayKeep = (bytes: number) => {
    isKept ??= limitKeptReplies(actor, bytes, rateLimiter).allowed;
    return isKept;
  };
  return { scope, method, path, keys, mayKeep };
}

/** `body` is a text of what is compared of the body. */
export const fingerprintOf = (body: string): Buffer => sha256(body);

/** Before anything of the request is checked. `takeKeys` sees one that is stored meanwhile. */
export async function findReply(
  { scope }: IdempotencyKey,
  shards: readonly Db[],
): Promise<StoredReply | undefined> {
  const found = await Promise.all(shards.map((db) => findStoredReplies(db, [scope])));
  return found.flat()[0];
}

export type HoldKey = ReturnType<typeof createKeyHolder>;

/**
 * Refuses a request whose key another request of this process uses, before it is prepared: what is
 * prepared takes time and budgets, and only its transaction locks the key for all processes.
 */
export function createKeyHolder() {
  const held = new Set<string>();
  return async <Result>(
    key: IdempotencyKey | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (key === undefined) return work();
    const scope = key.scope.toString("base64");
    if (held.has(scope)) throw keyInUse();
    held.add(scope);
    try {
      return await work();
    } finally {
      held.delete(scope);
    }
  };
}

export interface Replay {
  readonly kind: "replay";
  readonly reply: Reply;
}

/** The state of a key before its request is carried out. */
export type TakenKey =
  | { readonly kind: "fresh" }
  | Replay
  | { readonly kind: "refused"; readonly refusal: Conflict | Invalid };

/** Locks keys in the order of the requests. 409 for one in use, 422 for another body. */
export async function takeKeys(
  tx: Transaction,
  requests: readonly IdempotentRequest[],
): Promise<readonly TakenKey[]> {
  if (requests.length === 0) return [];
  const locks = requests.map(({ scope }) => scope.readBigInt64BE(0));
  const taken = await lockIdempotencyKeys(tx, locks);
  // Read under the locks, so that the reply of an equal request that has just committed is found.
  const replies = await findStoredReplies(
    tx,
    requests.map(({ scope }) => scope),
  );
  return requests.map((request, index) => {
    const repeated = locks.indexOf(locks[index] ?? 0n) < index;
    if (repeated || taken[index] !== true) return { kind: "refused", refusal: keyInUse() };
    const kept = replies.find(({ scope }) => request.scope.equals(scope));
    if (kept === undefined) return { kind: "fresh" };
    return replayOf(kept, request);
  });
}

/** The stored reply, or the refusal of another body. */
export function replayOf(
  kept: StoredReply,
  request: IdempotentRequest,
): Exclude<TakenKey, { readonly kind: "fresh" }> {
  if (!request.fingerprint.equals(kept.fingerprint)) {
    return { kind: "refused", refusal: reusedKey() };
  }
  const { status, resource } = kept;
  const headers = { "Idempotency-Replayed": "true" };
  const reply = { status, body: bodyOf(kept, request), headers };
  if (resource === null) return { kind: "replay", reply };
  const address = unseal(request.keys.all, resource, contextOf(request));
  return { kind: "replay", reply: { ...reply, resource: address } };
}

/** Part of stored data: another context makes stored replies unreadable. */
const contextOf = ({ scope }: IdempotencyKey): string => `answer ${scope.toString("hex")}`;

const bodyOf = ({ sealed }: StoredReply, request: IdempotencyKey): unknown =>
  sealed === null ? undefined : JSON.parse(unseal(request.keys.all, sealed, contextOf(request)));

/** Locks the key of one request. Returns the stored reply, if there is one. */
export async function beginIdempotent(
  tx: Transaction,
  request: IdempotentRequest,
): Promise<Reply | undefined> {
  const [key] = await takeKeys(tx, [request]);
  return key === undefined || key.kind === "fresh" ? undefined : replyToKey(key);
}

/** Throws the refusal of a key that is in use, or was used with another body. */
export function replyToKey(key: Exclude<TakenKey, { readonly kind: "fresh" }>): Reply {
  if (key.kind === "refused") throw key.refusal;
  return key.reply;
}

const keyInUse = (): Conflict =>
  new Conflict("A request with this Idempotency-Key is running", "idempotency_key_in_use");

const reusedKey = (): Invalid =>
  new Invalid({ base: ["Idempotency-Key was used with another body"] }, "idempotency_key_reused");

export const storeReplies = (
  tx: Transaction,
  replies: readonly { readonly request: IdempotentRequest; readonly reply: Reply }[],
): Promise<void> =>
  insertReplies(
    tx,
    replies.map(({ request, reply: { status, body } }) => ({
      scope: request.scope,
      fingerprint: request.fingerprint,
      status,
      ...sealedParts(request, body),
    })),
  );

/** The body of a reply, or the address of its resource if the account has stored too many bytes. */
function sealedParts(
  request: IdempotentRequest,
  body: unknown,
): Pick<StoredReply, "sealed" | "resource"> {
  const sealed = (part: string | undefined) =>
    part === undefined ? null : seal(request.keys.signing, part, contextOf(request));
  if (body === undefined) return { sealed: null, resource: null };
  const text = JSON.stringify(body);
  const bytes = Buffer.byteLength(text);
  return request.mayKeep(bytes) || bytes <= SMALL_BODY_BYTES
    ? { sealed: sealed(text), resource: null }
    : { sealed: null, resource: sealed(resourceOf(request, body)) };
}

/** The address of the resource in a reply. Undefined for a reply with another content. */
function resourceOf({ method, path }: IdempotencyKey, body: unknown): string | undefined {
  const { id, admin_hash: adminHash } = body as Readonly<Record<string, unknown>>;
  if (typeof adminHash === "string") return `/api/v1/polls/${adminHash}`;
  if (method === "PATCH") return path;
  // A merge and its undo answer with an option of the list.
  const list = path.replace(/\/[^/]+\/merge$/, "");
  return typeof id === "string" ? `${list}/${id}` : undefined;
}

export const storeReply = (
  tx: Transaction,
  request: IdempotentRequest,
  reply: Reply,
): Promise<void> => storeReplies(tx, [{ request, reply }]);

/** A JSON text that is equal for equal values: the members of objects stand in the order of their names. "" for undefined. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, inOrder) ?? "";

const inOrder = (_name: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
