import { useId, useRef } from "preact/hooks";
import type { Visit } from "../session/visit";
import { isOfDates, optionTypeOf } from "../types/option-types";
import { listLookOf } from "./list-look";
import type { Listing, Sort } from "./listing";

/** Shorter lists are seen at a glance, and need no search. */
const FROM_OPTIONS = 12;
const TYPED_MS = 300;

/** Search and order of a list, where the poll allows them. */
export function ListTools({
  listing,
  visit,
}: {
  readonly listing: Listing;
  readonly visit: Visit;
}) {
  const { data, words } = visit;
  const { settings } = data.poll;
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { asked, slots } = listing;
  const known = slots.value?.length ?? 0;
  const { search: searched, sort, tag } = asked.value;
  const isAsked = searched !== "" || sort !== undefined || tag !== undefined;
  const hasGroups = slots.value?.some((slot) => slot && optionTypeOf(slot).group !== undefined);
  const hasDates = isOfDates(data.poll);
  // Doors stay where they are.
  if (listLookOf(data.poll).layout === "calendar") return null;
  const isShort = known < FROM_OPTIONS && !hasGroups && !isAsked;
  if (isShort || !(settings.allow_search || settings.allow_change_sort)) return null;

  const absent: Sort = hasDates ? "options.content asc" : "options.start_date asc";
  // Orders by ratings are only for readers of ratings.
  const isRated = slots.value?.some((slot) => slot?.rating !== undefined) ?? false;
  const sorts = (Object.keys(words.list.sorts) as Sort[]).filter(
    (each) => each !== absent && (isRated || !each.includes("rating")),
  );
  const search = (text: string, wait: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const next = text.trim();
      if (next !== asked.value.search) listing.ask({ ...asked.value, search: next });
    }, wait);
  };
  return (
    <search class="tools">
      {settings.allow_search && (
        <label class="entry">
          <span class="unseen">{words.list.search}</span>
          <input
            type="search"
            placeholder={words.list.search}
            maxLength={255}
            value={asked.value.search}
            aria-describedby={id}
            onInput={({ currentTarget }) => search(currentTarget.value, TYPED_MS)}
            onChange={({ currentTarget }) => search(currentTarget.value, 0)}
          />
        </label>
      )}
      {settings.allow_change_sort && (
        <label class="entry">
          <span class="unseen">{words.list.order}</span>
          <select
            value={asked.value.sort ?? ""}
            onChange={({ currentTarget: { value } }) =>
              listing.ask({
                ...asked.value,
                sort: sorts.find((sort) => sort === value),
              })
            }
          >
            <option value="">{words.list.usual}</option>
            {sorts.map((sort) => (
              <option key={sort} value={sort}>
                {words.list.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
      )}
      <p id={id} class="fine" role="status">
        {asked.value.search !== "" && words.list.found(known)}
      </p>
    </search>
  );
}
