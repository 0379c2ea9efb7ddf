import { Trophy } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { Icon } from "../parts/show/icon";
import { numberText } from "../parts/show/number-text";
import type { Visit } from "../session/visit";
import { barLengths } from "../types/bars";
import { bestIn } from "../types/best";
import { onlyChooses, voteTypeOf } from "../types/vote-types";

/** How an option of a closed poll did, for readers of ratings. */
export function Outcome({
  option,
  visit: { data, words, dates, signUp },
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
  const { settings, voters_count } = data.poll;
  const type = voteTypeOf(data.poll);
  const { withYes } = data;
  const best = bestIn(all, ({ id }) => withYes?.includes(id) ?? true);
  // Dates and places to sign up for do not compete.
  const competes = !dates && !signUp;
  const isBest = best.has(option.id) && competes;
  const isZero = rating === 0 && !average;
  const isUnrated = isZero && type?.hasZero !== true;
  const isSold = settings.voting_fee_type === "voting_sell_votes";
  const isAverage = type?.averages === true && average !== undefined && !isSold;
  const isCounted = onlyChooses(type);
  // A count can rank otherwise than averages and sums.
  const isMeasured = settings.counting_method === undefined;
  // An average of zero may be one of votes, or of none.
  const averageText = isUnrated
    ? words.poll.unrated
    : isAverage && !isZero && words.poll.average(numberText(average, words.locale, 1));
  const sumText =
    isCounted || isSold
      ? words.results.votes(rating)
      : type?.limitAddsUp === true && words.results.points(rating);
  const figure = isMeasured && (isAverage ? averageText : sumText);
  const figureIn = (each: OptionListItem) => (isAverage ? each.average_rating : each.rating) ?? 0;
  const length = barLengths(isAverage ? "average" : isCounted && !isSold ? "votes" : "sum", {
    type,
    bounds: settings,
    voters: data.jury ?? voters_count,
    most: Math.max(...all.map(figureIn), 0),
  });
  return (
    <div class={isBest ? "outcome best" : "outcome"}>
      <p>
        {isBest && <Icon of={Trophy} />}
        {rank && competes && !isUnrated && <strong>{words.poll.place(rank)}</strong>}
        {figure !== false && <span>{figure}</span>}
      </p>
      {/* A sum of opinions is no share of the participants: the results show each opinion. */}
      {!withYes && isMeasured && !signUp && (
        <div class="bar" aria-hidden="true">
          <div style={{ width: `${100 * length(figureIn(option))}%` }} />
        </div>
      )}
    </div>
  );
}
