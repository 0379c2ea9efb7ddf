import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** The scrypt parameters that OWASP recommends for 16 MiB: about 130 ms on one core. */
const COST = { N: 2 ** 14, r: 8, p: 5, maxmem: 64 * 1024 * 1024 };
const KEY_LENGTH = 32;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, KEY_LENGTH, COST, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });

/**
 * Hashes a poll's password for storage: `scrypt$<salt>$<key>`, both in base64url. Each hash has its
 * own salt.
 */
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

/**
 * The column for a password that a body sets (a text), clears (null) or does not contain
 * (undefined). Throws if the password was not hashed before the transaction.
 */
export function passwordColumn(
  password: string | null | undefined,
  passwordHash: string | undefined,
): string | null | undefined {
  if (typeof password !== "string") return password;
  if (passwordHash === undefined) throw new Error("a password is not hashed");
  return passwordHash;
}
