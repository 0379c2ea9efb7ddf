import type { Queryable } from "../sql/queryable";
import { command, query } from "../sql/statement";
import { isSealedWith, seal, unseal } from "../tokens/seal";

const createSql = command(
  "create-stored-key",
  `INSERT INTO stored_keys (name, sealed) VALUES ($1::text, $2::bytea) ON CONFLICT DO NOTHING`,
);

const findSql = query<{ sealed: Uint8Array }>(
  "find-stored-key",
  "SELECT sealed FROM stored_keys WHERE name = $1::text",
);

const replaceSql = command(
  "replace-stored-key",
  "UPDATE stored_keys SET sealed = $3::bytea WHERE name = $1::text AND sealed = $2::bytea",
);

interface Keys {
  readonly signing: string;
  readonly all: readonly string[];
}

/**
 * The key with a name. It stays the same when secrets are rotated, so that values that are looked
 * up by their HMAC are still found. The first call stores `initial`. A key that is encrypted with
 * an older secret is encrypted again. Throws if no key of `keys` decrypts it
 * (docs/adr/0020-secrets-are-sealed-and-rotate.md).
 */
export async function loadStoredKey(
  queryable: Queryable,
  name: string,
  keys: Keys,
  initial: string,
): Promise<string> {
  const context = `stored key ${name}`;
  const find = async () => (await queryable.run(findSql(name))).rows[0]?.sealed;
  const create = () => queryable.run(createSql(name, seal(keys.signing, initial, context)));
  const sealed = (await find()) ?? (await create().then(find));
  if (sealed === undefined) throw new Error("a stored key vanished");
  const key = unseal(keys.all, sealed, context);
  if (!isSealedWith(keys.signing, sealed)) {
    await queryable.run(replaceSql(name, sealed, seal(keys.signing, key, context)));
  }
  return key;
}

/**
 * The keys for HMACs of e-mail addresses. New HMACs use the stored key. Earlier releases used the
 * `derived` keys of their secrets, so stored rows may use any of them
 * (docs/adr/0020-secrets-are-sealed-and-rotate.md).
 */
export async function loadAddressKeys(
  queryable: Queryable,
  stored: Keys,
  derived: Keys,
): Promise<Keys> {
  const signing = await loadStoredKey(queryable, "addresses", stored, derived.signing);
  return { signing, all: [...new Set([signing, ...derived.all])] };
}
