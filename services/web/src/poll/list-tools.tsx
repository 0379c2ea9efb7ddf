import { useId } from "preact/hooks";
import { SearchField } from "../parts/form/search-field";
import type { Visit } from "../session/visit";
import { isOfDates, optionTypeOf } from "../types/option-types";
import type { Listing, Sort } from "./listing";

/** Shorter lists are seen at a glance, and need no search. */
const FROM_OPTIONS = 12;

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
  const { asked, slots } = listing;
  const known = slots.value?.length ?? 0;
  const { search: searched, sort, tag } = asked.value;
  const isAsked = searched !== "" || sort !== undefined || tag !== undefined;
  const hasGroups = slots.value?.some((slot) => slot && optionTypeOf(slot).group !== undefined);
  const hasDates = isOfDates(data.poll);
  const isShort = known < FROM_OPTIONS && !hasGroups && !isAsked;
  if (isShort || !(settings.allow_search || settings.allow_change_sort)) return null;

  const absent: Sort = hasDates ? "options.content asc" : "options.start_date asc";
  // Orders by ratings are only for readers of ratings.
  const isRated = slots.value?.some((slot) => slot?.rating !== undefined) ?? false;
  const sorts = (Object.keys(words.list.sorts) as Sort[]).filter(
    (each) => each !== absent && (isRated || !each.includes("rating")),
  );
  return (
    <search class="row tools">
      {settings.allow_search && (
        <SearchField
          label={words.list.search}
          value={searched}
          describedBy={id}
          set={(search) => listing.ask({ ...asked.value, search })}
        />
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
