import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { type CodeOf, TooManyRequests } from "@polls/domain/refusals";
import type { RateLimits } from "../../config";
import { createBoundedQueue } from "../../http/limits/bounded-queue";
import { type Budget, RATE_WINDOW_MS, type RateLimiter } from "../../http/limits/rate-limit";

/** Hashing occupies processors and threads of the pool, of which Node has four. */
const CONCURRENT_CHECKS = availableParallelism() >= 4 ? 2 : 1;
const waitingLimits = { maxWaiting: 32, maxWaitingOfKey: 12, timeoutMs: 5_000 };

export interface NewPassword {
  readonly password: string;
  readonly accountId: bigint;
  /** Undefined: the poll is being created. */
  readonly pollId: bigint | undefined;
}

/** The password of a request, and the hash that it must match. */
export interface Guess {
  readonly password: string;
  readonly passwordHash: string;
  readonly pollId: bigint;
  readonly network: string;
}

/** 429: a budget is used up; 503: too many hashes wait (docs/reference/access.md#password-budgets). */
export interface PollPasswords {
  readonly hash: (password: NewPassword) => Promise<string>;
  /** Whether a password is right. A guess counts as wrong until it is proven right. */
  readonly check: (guess: Guess) => Promise<boolean>;
}

interface PollPasswordOptions {
  readonly limits: Pick<
    RateLimits,
    | "passwordFailures"
    | "passwordFailuresOfClient"
    | "passwordFailuresOfPoll"
    | "passwordsSet"
    | "passwordsSetOfPoll"
  >;
  readonly rateLimiter: RateLimiter;
  /** Milliseconds, for the proofs. */
  readonly clock?: () => number;
  readonly matches?: typeof matchesPollPassword;
}

const FAILURES = "too_many_password_failures";

/** Setting and checking use separate queues, so that neither delays the other. */
export function createPollPasswords({
  limits,
  rateLimiter,
  clock = () => performance.now(),
  matches = matchesPollPassword,
}: PollPasswordOptions): PollPasswords {
  const message = "Too many passwords are being checked";
  const settingQueue = createBoundedQueue({ ...waitingLimits, concurrent: 1, message });
  const checkingQueue = createBoundedQueue({
    ...waitingLimits,
    concurrent: CONCURRENT_CHECKS,
    message,
  });
  const proofs = createPasswordProofs(clock);
  /** Running checks by digest. Requests with the same password share one. */
  const checks = new Map<string, Promise<boolean>>();
  /** The number of running checks per budget. */
  const reserved = new Map<string, number>();

  const count = ({ key, limit }: Budget): void => {
    rateLimiter.take(key, limit, RATE_WINDOW_MS);
  };

  /** Running checks count too, unless `underWayCounts` is false. */
  function requireBudget(
    budgets: readonly Budget[],
    code: CodeOf<429>,
    underWayCounts = true,
  ): void {
    for (const { key, limit } of budgets) {
      const budget = rateLimiter.peek(key, limit, RATE_WINDOW_MS);
      const underWay = underWayCounts ? (reserved.get(key) ?? 0) : 0;
      if (!budget.allowed || budget.remaining <= underWay) {
        throw new TooManyRequests(budget.resetSeconds, code);
      }
    }
  }

  /** Reserves one use of each budget. Returns the function that releases it. */
  function reserve(budgets: readonly Budget[]): () => void {
    const add = (change: number) => {
      for (const { key } of budgets) {
        const underWay = (reserved.get(key) ?? 0) + change;
        if (underWay > 0) reserved.set(key, underWay);
        else reserved.delete(key);
      }
    };
    add(1);
    return () => add(-1);
  }

  /** Runs a check, and counts a wrong password. `failed` checks are those that could not run. */
  async function counting(
    budgets: readonly Budget[],
    counted: "wrong" | "wrong_or_failed",
    check: () => Promise<boolean>,
  ): Promise<boolean> {
    requireBudget(budgets, FAILURES);
    const release = reserve(budgets);
    let right: boolean | undefined;
    try {
      right = await check();
      return right;
    } finally {
      release();
      if (right === false || (right === undefined && counted === "wrong_or_failed"))
        budgets.forEach(count);
    }
  }

  return {
    async hash({ password, accountId, pollId }) {
      const budgets = [{ key: `password-set:account:${accountId}`, limit: limits.passwordsSet }];
      if (pollId !== undefined) {
        budgets.push({ key: `password-set:poll:${pollId}`, limit: limits.passwordsSetOfPoll });
      }
      requireBudget(budgets, "too_many_passwords");
      const release = reserve(budgets);
      let hashed = false;
      try {
        return await settingQueue.run(String(accountId), () => {
          hashed = true;
          return hashPollPassword(password);
        });
      } finally {
        release();
        if (hashed) budgets.forEach(count);
      }
    },

    async check({ password, passwordHash, pollId, network }) {
      const ofClient = [
        { key: `password:${pollId}:${network}`, limit: limits.passwordFailures },
        { key: `password:client:${network}`, limit: limits.passwordFailuresOfClient },
      ];
      // Checked before proofs are read. Otherwise the response would tell a client without a budget
      // which password is right.
      requireBudget(ofClient, FAILURES, false);
      const digest = proofs.digest(password, passwordHash);
      if (proofs.has(digest)) return true;
      const shared = checks.get(digest);
      if (shared !== undefined) return shared;

      const ofPoll = [{ key: `password:poll:${pollId}`, limit: limits.passwordFailuresOfPoll }];
      const prove = () => checkingQueue.run(network, () => matches(password, passwordHash));
      const check = counting(ofClient, "wrong_or_failed", () =>
        counting(ofPoll, "wrong", prove),
      ).finally(() => checks.delete(digest));
      checks.set(digest, check);
      const right = await check;
      if (right) proofs.add(digest);
      return right;
    },
  };
}

/** Remembers passwords that were right recently, as HMACs under a key of this process. */
interface PasswordProofs {
  /** The key of a password and of the stored hash that it was checked against. */
  readonly digest: (password: string, passwordHash: string) => string;
  /** Whether there is a proof. If so, its expiry is extended. */
  readonly has: (digest: string) => boolean;
  readonly add: (digest: string) => void;
}

/** A proof expires this long after its last use. */
const PROOF_MS = 5 * 60_000;
const PROOFS_MAX = 10_000;

/** `clock` is in milliseconds. A new password has a new hash, so no proof outlives a change. */
function createPasswordProofs(clock: () => number): PasswordProofs {
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

/** The scrypt parameters that OWASP recommends for 16 MiB: about 130 ms on one core. */
const COST = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const KEY_LENGTH = 32;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, KEY_LENGTH, COST, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** `scrypt$<salt>$<key>`, both in base64url. Each hash has its own salt. */
export async function hashPollPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return `scrypt$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

/** Whether a password matches a stored hash. This takes as long as hashing. */
export async function matchesPollPassword(password: string, stored: string): Promise<boolean> {
  const [, salt, key] = stored.split("$");
  if (salt === undefined || key === undefined) throw new Error("a stored password has no key");
  const expected = Buffer.from(key, "base64url");
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url")), expected);
}

/** The column for a password that a body sets, clears (null) or does not contain (undefined). */
export function passwordColumn(
  password: string | null | undefined,
  passwordHash: string | undefined,
): string | null | undefined {
  if (typeof password !== "string") return password;
  if (passwordHash === undefined) throw new Error("a password is not hashed");
  return passwordHash;
}
