import { Trophy } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { takesNo } from "@polls/domain/vote-values";
import { Icon } from "../parts/show/icon";
import { numberText } from "../parts/show/number-text";
import type { Visit } from "../session/visit";
import { barLengths } from "../types/bars";
import { bestIn } from "../types/best";
import { onlyChooses, voteTypeOf } from "../types/vote-types";

/** How an option of a closed poll did, for readers of ratings. */
export function Outcome({
  option,
  visit: { data, words, dates },
}: {
  readonly option: OptionListItem;
  readonly visit: Visit;
}) {
  const { rating, average_rating: average, rank } = option;
  const known = data.options?.items ?? [];
  // Options under another one, and those of later pages, are not among the known ones.
  const all = known.some(({ id }) => id === option.id) ? known : [...known, option];
  const hasVotes = known.some((each) => each.best_rating);
  if (data.poll.status !== "closed" || rating === undefined || !hasVotes) return null;
  const { settings, voters_count: voters } = data.poll;
  const type = voteTypeOf(data.poll);
  const isOpinion = takesNo(type?.choices ?? []);
  const best = bestIn(all, ({ rating: points = 0 }) => !isOpinion || points > 0);
  // Dates do not compete.
  const isBest = best.has(option.id) && !dates;
  const isZero = rating === 0 && !average;
  const isUnrated = isZero && type?.hasZero !== true;
  const isSold = settings.voting_fee_type === "voting_sell_votes";
  const isAverage = type?.averages === true && average !== undefined && !isSold;
  const isCounted = onlyChooses(type);
  const figure = isAverage
    ? isUnrated
      ? words.poll.unrated
      : // It may be one of votes, or of none.
        !isZero && words.poll.average(numberText(average, words.locale, 1))
    : isCounted && words.results.votes(rating);
  const figureIn = (each: OptionListItem) => (isAverage ? each.average_rating : each.rating) ?? 0;
  const length = barLengths(isAverage ? "average" : isCounted && !isSold ? "votes" : "sum", {
    type,
    bounds: settings,
    voters,
    most: Math.max(...all.map(figureIn), 0),
  });
  return (
    <div class={isBest ? "outcome best" : "outcome"}>
      <p>
        {isBest && <Icon of={Trophy} />}
        {rank && !dates && !isUnrated && <strong>{words.poll.place(rank)}</strong>}
        {figure !== false && <span>{figure}</span>}
      </p>
      {/* A sum of opinions is no share of the participants: the results show each opinion. */}
      {!isOpinion && (
        <div class="bar" aria-hidden="true">
          <div style={{ width: `${100 * length(figureIn(option))}%` }} />
        </div>
      )}
    </div>
  );
}
