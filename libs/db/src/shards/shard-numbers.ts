/** The number of the shard `public`. */
export const HOME_SHARD = 0;
/** The highest number, so that ids stay below 2^53. */
export const MAX_SHARD = 8_191;

/** The number of ids of each table of a shard. The ids of shard n begin at n times this. */
const IDS = 2n ** 40n;

/** The number of the shard of a row, by its id. */
export const shardOfId = (id: bigint): number => Number(id / IDS);

/** The first id of each table of a shard. */
export const firstIdOf = (shard: number): bigint => BigInt(shard) * IDS + 1n;

/** The range of ids of a shard: after `before`, up to and including `last`. */
export const idsOfShard = (shard: number): { readonly before: bigint; readonly last: bigint } => ({
  before: firstIdOf(shard) - 1n,
  last: firstIdOf(shard + 1) - 1n,
});

/** The suffix of a token in a link, which names its shard; empty for `public`. */
export const shardMark = (shard: number): string => (shard === HOME_SHARD ? "" : `.${shard}`);

/** The suffix for the shard of a row. */
export const markOfId = (id: bigint): string => shardMark(shardOfId(id));

const marked = /^([^.]*)\.([1-9]\d{0,3})$/;

/** Splits a token and its suffix. A token of another form belongs to `public`, where it finds no row. */
export function readMarked(token: string): { readonly token: string; readonly shard: number } {
  const [, text, shard] = marked.exec(token) ?? [];
  return text === undefined ? { token, shard: HOME_SHARD } : { token: text, shard: Number(shard) };
}

const folder = /^s([1-9]\d{0,3})\//;

/** The path of a stored file below `/files/`, with the shard of its row. */
export const fileAddress = (shard: number, storageKey: string): string =>
  shard === HOME_SHARD ? storageKey : `s${shard}/${storageKey}`;

/** Splits such a path. */
export function readFileAddress(address: string): {
  readonly storageKey: string;
  readonly shard: number;
} {
  const [start = "", shard] = folder.exec(address) ?? [];
  return {
    storageKey: address.slice(start.length),
    shard: shard === undefined ? HOME_SHARD : Number(shard),
  };
}
