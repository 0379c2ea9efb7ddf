import { createHmac, randomBytes } from "node:crypto";

/**
 * Remembers passwords that were right recently. It stores HMACs under a key of this process, never
 * a password.
 */
export interface PasswordProofs {
  /** The key of a password and of the stored hash that it was checked against. */
  readonly digest: (password: string, passwordHash: string) => string;
  /** Whether there is a proof. If so, its expiry is extended. */
  readonly has: (digest: string) => boolean;
  readonly add: (digest: string) => void;
}

/** A proof expires this long after its last use. */
const PROOF_MS = 5 * 60_000;
const PROOFS_MAX = 10_000;

/**
 * `clock` is in milliseconds. A new password of a poll has a new hash, so no proof stays valid
 * after a change.
 */
export function createPasswordProofs(clock: () => number): PasswordProofs {
  /** The expiry of each proof, in the order of their last use. */
  const ends = new Map<string, number>();
  const key = randomBytes(32);

  function add(digest: string): void {
    ends.delete(digest);
    ends.set(digest, clock() + PROOF_MS);
    for (const [oldest, end] of ends) {
      if (end > clock() && ends.size <= PROOFS_MAX) return;
      ends.delete(oldest);
    }
  }

  return {
    digest: (password, passwordHash) =>
      createHmac("sha256", key).update(`${passwordHash}\n${password}`).digest("base64"),
    has(digest) {
      const end = ends.get(digest);
      if (end === undefined || end <= clock()) return false;
      add(digest);
      return true;
    },
    add,
  };
}
