import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { pageWords } from "../../words";
import { type Attempts, type TextOf, useAttempts } from "../feedback/attempt";
import { Quiet } from "../show/button";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** The entries of a list that are read so far. */
export interface ReadPages<Item> extends Page<Item> {
  readonly page: number;
  readonly hasMore: boolean;
}

/** A list that is read page by page. */
export interface Pages<Item> extends Attempts {
  /** Undefined: nothing is read yet. */
  readonly list: Signal<ReadPages<Item> | undefined>;
  /** Reads the list again from its first page. Throws; `reload` does not. */
  readonly readFirst: () => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Reads all pages again that are read so far, and more up to so many entries. Throws. */
  readonly readAgain: (least?: number) => Promise<void>;
  readonly more: () => Promise<void>;
  /** Reads that have begun do not replace what is shown. */
  readonly dropReads: () => void;
  /** Changes the entries that are read, and the total with their number. */
  readonly change: (after: (items: readonly Item[]) => readonly Item[]) => void;
  /** Shows a new entry before the others. */
  readonly put: (item: Item) => void;
}

export function usePages<Item>({
  read,
  keyOf,
  textOf,
  first,
  busyAtFirst,
}: {
  readonly read: (page: number) => Promise<Page<Item>>;
  /** Entries that a later page repeats are shown once. */
  readonly keyOf: (item: Item) => string | number;
  readonly textOf: TextOf;
  /** The first page, if it is known. */
  readonly first?: Page<Item> | undefined;
  readonly busyAtFirst?: boolean;
}): Pages<Item> {
  const list = useSignal(first && withPage<Item>([], first, 1, keyOf));
  const attempts = useAttempts(textOf, busyAtFirst);
  const latest = useRef(0);

  /** Reads pages behind the entries that are kept. */
  async function readPages(from: number, to: number, least = 0): Promise<void> {
    const mine = ++latest.current;
    let next = from === 1 ? undefined : list.value;
    for (let page = from; page <= to || (next?.hasMore && next.items.length < least); page++) {
      const found = await read(page);
      if (mine !== latest.current) return;
      next = withPage(next?.items ?? [], found, page, keyOf);
    }
    list.value = next;
  }
  const readFirst = (): Promise<void> => readPages(1, 1);
  const change: Pages<Item>["change"] = (after) => {
    const { value } = list;
    if (value === undefined) return;
    const items = after(value.items);
    list.value = { ...value, items, total: value.total + items.length - value.items.length };
  };
  return {
    ...attempts,
    list,
    readFirst,
    reload: () => attempts.attempt(readFirst),
    readAgain: (least) => readPages(1, list.value?.page ?? 1, least),
    more() {
      const next = (list.value?.page ?? 0) + 1;
      return attempts.attempt(() => readPages(next, next));
    },
    dropReads: () => void latest.current++,
    change,
    put(item) {
      list.value ??= { items: [], total: 0, page: 0, hasMore: true };
      change((items) => [item, ...items]);
    },
  };
}

function withPage<Item>(
  before: readonly Item[],
  { items, total }: Page<Item>,
  page: number,
  keyOf: (item: Item) => string | number,
): ReadPages<Item> {
  const known = new Set(before.map(keyOf));
  const all = [...before, ...items.filter((item) => !known.has(keyOf(item)))];
  // The list may have become shorter than its total.
  return { items: all, total, page, hasMore: items.length > 0 && all.length < total };
}

/** The button that reads the next page; nothing if there is none. */
export function More<Item>({ pages: { list, busy, more } }: { readonly pages: Pages<Item> }) {
  return list.value?.hasMore === true ? (
    <Quiet disabled={busy.value} onClick={() => void more()}>
      {pageWords.words().poll.more}
    </Quiet>
  ) : null;
}

/** Keeps the focus in a list whose order changes: an element that is moved in the document loses it. */
export function useKeptFocus(order: string): void {
  const focused = document.activeElement;
  useLayoutEffect(() => {
    if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
  }, [order]);
}

const SLIDE_MS = 200;

/**
 * Entries slide to their new places when their order changes: what jumps is hard to follow.
 * @param entries Their selector.
 */
export function useSlides(entries: string, order: string): void {
  const last = useRef(order);
  const all = () => [...document.querySelectorAll<HTMLElement>(entries)];
  const before = new Map(
    last.current === order ? [] : all().map((entry) => [entry, entry.offsetTop] as const),
  );
  useLayoutEffect(() => {
    last.current = order;
    const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : SLIDE_MS;
    for (const entry of all()) {
      const moved = (before.get(entry) ?? entry.offsetTop) - entry.offsetTop;
      if (moved === 0 || entry.matches(".dragged")) continue;
      entry.animate({ translate: [`0 ${moved}px`, "0"] }, duration);
    }
  }, [order]);
}
