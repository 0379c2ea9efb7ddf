import { createHmac, randomBytes } from "node:crypto";

/** Passwords that were right lately. Holds HMACs under a key of this process, never a password. */
export interface PasswordProofs {
  /** The key of a password and the stored record that it is held against. */
  readonly digest: (password: string, passwordHash: string) => string;
  /** Whether there is a proof; if so, it is kept for another while. */
  readonly has: (digest: string) => boolean;
  readonly add: (digest: string) => void;
}

/** A proof is kept for this time after its last use. */
const PROOF_MS = 5 * 60_000;
const PROOFS_MAX = 10_000;

/** `clock` is in milliseconds. A new password of a poll has a new record, so no proof outlives a change. */
export function createPasswordProofs(clock: () => number): PasswordProofs {
  /** Ends of proofs, in the order of their last use. */
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
