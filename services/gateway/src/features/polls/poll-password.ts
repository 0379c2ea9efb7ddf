import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's scrypt setting for 16 MiB: about 130 ms of one core. */
const COST = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const KEY_LENGTH = 32;
const CACHE_MS = 60_000;
const CACHE_MAX = 10_000;
const CONCURRENT_HASHES = 2;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, KEY_LENGTH, COST, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/** The stored record of a password: `scrypt$<salt>$<key>`, both base64url. */
async function record(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  return `scrypt$${salt.toString("base64url")}$${key.toString("base64url")}`;
}

async function matches(password: string, stored: string): Promise<boolean> {
  const [, salt, key] = stored.split("$");
  if (salt === undefined || key === undefined) throw new Error("a stored password has no key");
  const expected = Buffer.from(key, "base64url");
  return timingSafeEqual(await derive(password, Buffer.from(salt, "base64url")), expected);
}

export interface PollPasswords {
  /** The stored record of a poll's password; salted, so that no two records are alike. */
  readonly hash: (password: string) => Promise<string>;
  /** Whether the password is right. A right one is cached for a minute, because each check costs a hash. */
  readonly check: (password: string, stored: string) => Promise<boolean>;
}

/** Hashes poll passwords, at most two at a time: more would block other requests. */
export function createPollPasswords(clock: () => number = Date.now): PollPasswords {
  const cached = new Map<string, number>();
  const key = randomBytes(32);
  const waiting: (() => void)[] = [];
  let running = 0;

  async function limited<T>(work: () => Promise<T>): Promise<T> {
    if (running >= CONCURRENT_HASHES) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  return {
    hash: (password) => limited(() => record(password)),
    async check(password, stored) {
      const digest = createHmac("sha256", key).update(`${stored}\n${password}`).digest("base64");
      const until = cached.get(digest);
      if (until !== undefined && until > clock()) return true;
      if (!(await limited(() => matches(password, stored)))) return false;
      if (cached.size >= CACHE_MAX) cached.clear();
      cached.set(digest, clock() + CACHE_MS);
      return true;
    },
  };
}
