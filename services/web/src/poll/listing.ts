import type { OptionListItem, Poll } from "@polls/client";
import { type Signal, signal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { Visit } from "../session/visit";
import { isOfDates } from "../types/option-types";

/** An option of a list; undefined: not read yet; null: it is at another position. */
export type Slot = OptionListItem | undefined | null;

export type Sort = NonNullable<Poll["settings"]["default_sort"]>;

export interface Asked {
  /** Undefined: the order of the poll. */
  readonly sort: Sort | undefined;
  /** Empty: no search. */
  readonly search: string;
  /** Undefined: options with any tags. */
  readonly tag: string | undefined;
}

/** The top-level options, or the options under one of them, loaded when they are near the screen. */
export interface Listing {
  /** Undefined: nothing is read yet. */
  readonly slots: Signal<readonly Slot[] | undefined>;
  readonly asked: Signal<Asked>;
  readonly problem: Signal<string | undefined>;
  /** Reads what is missing between two entries. */
  readonly near: (first: number, last: number) => void;
  /** Reads the list again with another search or order. */
  readonly ask: (asked: Asked) => void;
  /** Updates an option; a new option is shown first, but a date where the order puts it. */
  readonly put: (option: OptionListItem) => void;
  readonly drop: (id: string) => void;
}

interface FirstPage {
  readonly items: readonly OptionListItem[];
  readonly total: number;
}

const PER_PAGE = 100;
/** Pages that are scrolled past within this time are not read. */
const SETTLES_MS = 100;
/** This many entries beyond the visible ones are read ahead. */
const AHEAD = 40;

/**
 * The options at the top level.
 * @param first The entries that are already known; undefined: none.
 */
export function useListing(visit: Visit, first: FirstPage | undefined): Listing {
  const { begin, renew, ...listing } = useMemo(() => createListing(visit, undefined), [visit]);
  useMemo(() => first && begin(first), [begin, first]);
  const { options } = visit.data;
  useMemo(() => options && renew(options), [options]);
  useEffect(() => {
    const isPart = first !== undefined && first.items.length < first.total;
    // The page was rendered for an anonymous reader, who has another shuffled order.
    if (isPart && visit.data.poll.settings.randomize_options) listing.ask(listing.asked.value);
  }, [begin, first]);
  return listing;
}

/** The options under an option, with the search and order of the parent list. */
export function useListingUnder(
  visit: Visit,
  parentId: string,
  { sort, search, tag }: Asked,
): Listing {
  const listing = useMemo(() => createListing(visit, parentId), [visit, parentId]);
  useEffect(() => listing.ask({ sort, search, tag }), [listing, sort, search, tag]);
  return listing;
}

function createListing(
  { client, data, explain, pollId }: Visit,
  parentId: string | undefined,
): Listing & Readonly<Record<"begin" | "renew", (first: FirstPage) => void>> {
  const slots: Listing["slots"] = signal(undefined);
  const asked: Listing["asked"] = signal({ sort: undefined, search: "", tag: undefined });
  const problem: Listing["problem"] = signal(undefined);
  /** New options, shown before the others. */
  let ahead: readonly OptionListItem[] = [];
  let reading = new Set<number>();
  let looked: { readonly first: number; readonly last: number } | undefined;
  let isWaiting = false;

  async function read(page: number, { again = false } = {}): Promise<void> {
    if (reading.has(page)) return;
    const mine = reading.add(page);
    const { sort, search, tag } = asked.value;
    try {
      const { items, total } = await client().options.list.page({
        poll_id: pollId,
        page,
        per_page: PER_PAGE,
        data: true,
        media: true,
        ...(parentId !== undefined && { parent_option_id: parentId }),
        ...(sort !== undefined && { sort }),
        ...(search !== "" && { search }),
        ...(tag !== undefined && { tag }),
      });
      if (mine !== reading) return;
      // If no option under it matches, the option itself matches.
      if (total === 0 && (search !== "" || tag !== undefined) && parentId !== undefined) {
        ask({ sort, search: "", tag: undefined });
        return;
      }
      if (again) ahead = [];
      const known = again ? [] : (slots.value ?? []).slice(ahead.length);
      const next: Slot[] = [...ahead, ...Array.from({ length: total }, (_, at) => known[at])];
      const isAhead = new Set(ahead.map(({ id }) => id));
      const start = ahead.length + (page - 1) * PER_PAGE;
      for (const [at, item] of items.entries()) {
        next[start + at] = isAhead.has(item.id) ? null : item;
      }
      slots.value = next;
      problem.value = undefined;
    } catch (error) {
      if (mine === reading) problem.value = explain(error);
    } finally {
      mine.delete(page);
    }
  }

  function ask(next: Asked): void {
    asked.value = next;
    reading = new Set();
    void read(1, { again: true });
  }

  function readLooked(): void {
    isWaiting = false;
    const { first, last } = looked ?? { first: 0, last: -1 };
    const missing = new Set<number>();
    const end = Math.min(last + AHEAD, (slots.value?.length ?? 0) - 1);
    for (let at = Math.max(first - AHEAD, ahead.length); at <= end; at++) {
      const isKnown = slots.value?.[at] !== undefined;
      if (!isKnown) missing.add(1 + Math.floor((at - ahead.length) / PER_PAGE));
    }
    for (const page of missing) void read(page);
  }

  /** Where a new date stands among all others; 0 if not all are known. */
  function placeOf({ start_date: start = "" }: OptionListItem, known: readonly Slot[]): number {
    const sort = asked.value.sort ?? data.poll.settings.default_sort;
    if (known.includes(undefined) || sort === "options.created_at desc") return 0;
    if (sort !== "options.start_date asc") return known.length;
    return known.filter((slot) => (slot?.start_date ?? "") <= start).length;
  }

  return {
    slots,
    asked,
    problem,
    begin({ items, total }) {
      ahead = [];
      reading = new Set();
      slots.value = [
        ...items,
        ...Array.from<undefined>({ length: Math.max(0, total - items.length) }),
      ];
    },
    renew({ items, total }) {
      const known = slots.value ?? [];
      const ids = new Map(items.map((item) => [item.id, item]));
      const renewed = known.map((slot) => (slot && ids.get(slot.id)) ?? slot);
      const { search, tag } = asked.value;
      // Of a part of the list, a new option may be anywhere.
      const isAll = total === items.length && search === "" && tag === undefined;
      const isKnown = new Set(known.map((slot) => slot?.id));
      slots.value = isAll ? [...renewed, ...items.filter(({ id }) => !isKnown.has(id))] : renewed;
    },
    near(first, last) {
      looked = { first, last };
      if (!isWaiting) setTimeout(readLooked, SETTLES_MS);
      isWaiting = true;
    },
    ask,
    put(option) {
      const known = slots.value ?? [];
      const at = placeOf(option, known);
      if (known.some((slot) => slot?.id === option.id)) {
        ahead = ahead.map((each) => (each.id === option.id ? option : each));
        slots.value = known.map((slot) => (slot?.id === option.id ? option : slot));
      } else if (isOfDates(data.poll) && at > 0) {
        slots.value = [...known.slice(0, at), option, ...known.slice(at)];
      } else {
        ahead = [option, ...ahead];
        slots.value = [option, ...known];
      }
    },
    drop(id) {
      ahead = ahead.filter((each) => each.id !== id);
      const rest = (slots.value ?? []).filter((slot) => slot?.id !== id);
      slots.value = rest;
    },
  };
}
