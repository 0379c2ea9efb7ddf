/** The number of the shelf `public`. */
export const HOME_SHELF = 0;
/** The highest number, so that ids stay below 2^53. */
export const MAX_SHELF = 8_191;

/** The number of ids of each table of a shelf. The ids of shelf n begin at n times this. */
const IDS = 2n ** 40n;

/** The number of the shelf of a row, by its id. */
export const shelfOfId = (id: bigint): number => Number(id / IDS);

/** The first id of each table of a shelf. */
export const firstIdOf = (shelf: number): bigint => BigInt(shelf) * IDS + 1n;

/** The range of ids of a shelf: after `before`, up to and including `last`. */
export const idsOfShelf = (shelf: number): { readonly before: bigint; readonly last: bigint } => ({
  before: firstIdOf(shelf) - 1n,
  last: firstIdOf(shelf + 1) - 1n,
});

/** The suffix of a token in a link, which names its shelf; empty for `public`. */
export const shelfMark = (shelf: number): string => (shelf === HOME_SHELF ? "" : `.${shelf}`);

/** The suffix for the shelf of a row. */
export const markOfId = (id: bigint): string => shelfMark(shelfOfId(id));

const marked = /^([^.]*)\.([1-9]\d{0,3})$/;

/** Splits a token and its suffix. A token of another form belongs to `public`, where it finds no row. */
export function readMarked(token: string): { readonly token: string; readonly shelf: number } {
  const [, text, shelf] = marked.exec(token) ?? [];
  return text === undefined ? { token, shelf: HOME_SHELF } : { token: text, shelf: Number(shelf) };
}

const folder = /^s([1-9]\d{0,3})\//;

/** The path of a stored file below `/files/`, with the shelf of its row. */
export const fileAddress = (shelf: number, storageKey: string): string =>
  shelf === HOME_SHELF ? storageKey : `s${shelf}/${storageKey}`;

/** Splits such a path. */
export function readFileAddress(address: string): {
  readonly storageKey: string;
  readonly shelf: number;
} {
  const [start = "", shelf] = folder.exec(address) ?? [];
  return {
    storageKey: address.slice(start.length),
    shelf: shelf === undefined ? HOME_SHELF : Number(shelf),
  };
}
