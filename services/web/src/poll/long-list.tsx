import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChild, LiHTMLAttributes } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { isPrinted } from "../parts/page/printed";
import { entriesIn, layOut, layOutRows } from "./columns";
import type { Slot } from "./listing";

/** The estimated height before an entry of its kind is measured. */
const FIRST_GUESS_PX = 150;
/** The same for one of two narrow columns, whose texts and controls are smaller. */
const PAIR_GUESS_PX = 110;
const GAP_PX = 12;

/** The attributes of the `<li>` of an entry in a long list. */
export type ListItemAttributes = LiHTMLAttributes<HTMLLIElement>;

interface Props {
  readonly slots: readonly Slot[];
  readonly class: string;
  /** Whether there are as many columns as fit; else there is one. */
  readonly isWall: boolean;
  /** Whether a phone has room for two columns. */
  readonly isNarrow?: boolean | undefined;
  /** Whether entries of a row begin at the same height. */
  readonly inRows?: boolean;
  /** The ratio of height to width of the picture of an entry, if it is known before the picture loads. */
  readonly ratioOf: (option: OptionListItem) => number | undefined;
  /** Called with the entries on or near the screen. */
  readonly onNear: (first: number, last: number) => void;
  /** How many of all entries there are. */
  readonly partText: (entries: number, of: number) => string;
  readonly children: (option: OptionListItem, attributes: ListItemAttributes) => ComponentChild;
}

interface Viewport {
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

const COLUMN_REM = 15;
/** The least width of two narrow columns: a title has words of 18 letters. */
const PAIR_REM = 20;

/** A width in the unit of the widths of columns, which grow with the text. */
const inRem = (width: number): number =>
  width / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/**
 * A list that renders only the entries on or near the screen and the focused entry
 * (docs/reference/pages.md#lists-on-pages). Entries are measured when they are rendered, and estimated before.
 * On paper it is a list like others, with all entries that are loaded, and says if these are not all.
 */
export function LongList({
  slots,
  class: name,
  isWall,
  isNarrow = false,
  inRows = false,
  ratioOf,
  onNear,
  partText,
  children,
}: Props) {
  const list = useRef<HTMLUListElement>(null);
  const view = useSignal<Viewport>({ width: 0, from: 0, to: 0 });
  const focused = useSignal<string | undefined>(undefined);
  const sizes = useMeasured(list);

  const { width, from, to } = view.value;
  const rem = inRem(width);
  const fitting = isWall ? Math.floor(rem / COLUMN_REM) : 1;
  const isPaired = isNarrow && fitting < 2 && rem >= PAIR_REM;
  const columns = isPaired ? 2 : Math.max(1, fitting);
  const columnWidth = (width - GAP_PX * (columns - 1)) / columns;

  const heights = useMemo(() => {
    const picture = (option: OptionListItem) => columnWidth * (ratioOf(option) ?? 0);
    let sum = 0;
    let count = 0;
    for (const slot of slots) {
      if (!slot) continue;
      const size = sizes.get(slot.id);
      if (size === undefined) continue;
      sum += size - picture(slot);
      count++;
    }
    const rest = count > 0 ? sum / count : isPaired ? PAIR_GUESS_PX : FIRST_GUESS_PX;
    return slots.map((slot) => {
      if (slot === null) return 0;
      if (slot === undefined) return rest + (isWall ? columnWidth : 0);
      return sizes.get(slot.id) ?? rest + picture(slot);
    });
  }, [slots, sizes, columnWidth, isWall, isPaired]);
  const layout = useMemo(
    () => (inRows ? layOutRows : layOut)(heights, { columns, gap: GAP_PX }),
    [heights, columns, inRows],
  );
  const near = width === 0 ? undefined : entriesIn(layout, heights, { from, to });

  useEffect(() => {
    if (near !== undefined) onNear(near.first, near.last);
  }, [near?.first, near?.last, slots]);

  useLayoutEffect(() => {
    const look = () => {
      const box = list.current?.getBoundingClientRect();
      if (box === undefined) return;
      const margin = window.innerHeight;
      const seen = {
        width: box.width,
        from: -box.top - margin,
        to: window.innerHeight - box.top + margin,
      };
      const old = view.value;
      const moved = Math.abs(seen.from - old.from) + Math.abs(seen.to - old.to);
      if (seen.width !== old.width || moved > margin / 4) view.value = seen;
    };
    look();
    // Content above the list can move it too.
    const resized = new ResizeObserver(look);
    if (list.current !== null) resized.observe(list.current);
    resized.observe(document.body);
    addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      resized.disconnect();
      removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, []);

  useAnchor(list, layout.tops);

  const shown: number[] = [];
  if (near !== undefined) for (let at = near.first; at <= near.last; at++) shown.push(at);
  const kept =
    focused.value === undefined ? -1 : slots.findIndex((slot) => slot?.id === focused.value);
  if (kept >= 0 && near !== undefined && kept < near.first) shown.unshift(kept);
  if (kept >= 0 && near !== undefined && kept > near.last) shown.push(kept);

  if (isPrinted.value) {
    const loaded = slots.filter((slot) => !!slot);
    return (
      <ul class={name}>
        {loaded.map((slot) => children(slot, {}))}
        {slots.includes(undefined) && <li>{partText(loaded.length, slots.length)}</li>}
      </ul>
    );
  }
  return (
    <ul
      ref={list}
      class={`${name} long${isPaired ? " paired" : ""}`}
      style={{ blockSize: `${layout.height}px` }}
      onFocusIn={({ target }) =>
        (focused.value = (target as Element).closest<HTMLElement>("[data-entry]")?.dataset.entry)
      }
      onFocusOut={() => (focused.value = undefined)}
    >
      {shown.map((at) => {
        const slot = slots[at];
        if (slot === null) return null;
        const attributes: ListItemAttributes = {
          "aria-setsize": slots.length,
          "aria-posinset": at + 1,
          style: {
            insetBlockStart: `${layout.tops[at]}px`,
            insetInlineStart: `${(layout.columns[at] ?? 0) * (columnWidth + GAP_PX)}px`,
            inlineSize: `${columnWidth}px`,
          },
          ...(slot !== undefined && { "data-entry": slot.id }),
        };
        if (slot !== undefined) return children(slot, attributes);
        return (
          <li key={`waiting ${at}`} class="option waiting" aria-busy="true" {...attributes}>
            …
          </li>
        );
      })}
    </ul>
  );
}

/** The last measured heights of entries, by id. */
function useMeasured(list: { readonly current: HTMLUListElement | null }) {
  const sizes = useSignal<ReadonlyMap<string, number>>(new Map());
  const watched = useRef(new Set<Element>());
  const observer = useMemo(
    () =>
      new ResizeObserver((entries) => {
        const known = new Map(sizes.value);
        for (const { target, borderBoxSize } of entries) {
          const id = (target as HTMLElement).dataset.entry;
          const size = borderBoxSize[0]?.blockSize ?? 0;
          if (id !== undefined && size > 0) known.set(id, size);
        }
        const isNew = [...known].some(([id, size]) => sizes.value.get(id) !== size);
        if (isNew) sizes.value = known;
      }),
    [],
  );
  useEffect(() => () => observer.disconnect(), []);
  useLayoutEffect(() => {
    for (const element of watched.current) {
      if (element.isConnected) continue;
      observer.unobserve(element);
      watched.current.delete(element);
    }
    for (const element of list.current?.children ?? []) {
      if (watched.current.has(element)) continue;
      observer.observe(element);
      watched.current.add(element);
    }
  });
  return sizes.value;
}

/** Keeps the visible part in place while entries above it are measured. */
function useAnchor(
  list: { readonly current: HTMLUListElement | null },
  tops: readonly number[],
): void {
  const before = useRef(tops);
  const topOf = (): number => list.current?.getBoundingClientRect().top ?? 0;
  // Read before the list gets its new height: a shorter list also moves the position of the page.
  const top = before.current === tops ? 0 : topOf();
  useLayoutEffect(() => {
    const old = before.current;
    before.current = tops;
    // A list that starts on the screen is not moved; with another number of entries it is a new list.
    if (top >= 0 || old.length !== tops.length) return;
    const at = old.findIndex((start) => start >= -top);
    const moved = topOf() - top + (tops[at] ?? 0) - (old[at] ?? 0);
    if (at >= 0 && moved !== 0) scrollBy({ top: moved, behavior: "instant" });
  });
}
