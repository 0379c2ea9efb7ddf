import { Trophy } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { Icon } from "../parts/show/icon";
import type { Visit } from "../session/visit";
import { voteTypeOf } from "../types/vote-types";

/** How an option of a closed poll did, for readers of ratings. */
export function Outcome({
  option,
  visit: { data, words, dates },
}: {
  readonly option: OptionListItem;
  readonly visit: Visit;
}) {
  const { rating, average_rating: average, rank, best_rating } = option;
  const all = data.options?.items ?? [];
  const hasVotes = all.some((each) => each.best_rating);
  if (data.poll.status !== "closed" || rating === undefined || !hasVotes) return null;
  const greatest = Math.max(...all.map((each) => each.rating ?? 0), rating);
  const share = greatest > 0 ? Math.max(0, rating) / greatest : 0;
  // Dates do not compete.
  const isBest = best_rating && !dates;
  const type = voteTypeOf(data.poll);
  const number = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 });
  const figure =
    type?.averages === true && average !== undefined
      ? average === 0 && rating === 0
        ? type.hasZero
          ? false
          : words.poll.unrated
        : words.poll.average(number.format(average))
      : type?.toggles === true && !type.unique && words.results.votes(rating);
  return (
    <div class={isBest ? "outcome best" : "outcome"}>
      <p>
        {isBest && <Icon of={Trophy} />}
        {rank && !dates && <strong>{words.poll.place(rank)}</strong>}
        {figure !== false && <span>{figure}</span>}
      </p>
      <div class="bar" aria-hidden="true">
        <div style={{ width: `${100 * share}%` }} />
      </div>
    </div>
  );
}
