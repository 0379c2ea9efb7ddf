import type { OptionListItem } from "@polls/client";

/**
 * The ids of the options that all pages mark as the best: those on the first rank. Nothing leads where everything does,
 * and no opinion without a yes. A date that was called off is not recommended.
 */
export function bestIn<Item extends Pick<OptionListItem, "id" | "best_rating" | "called_off">>(
  options: readonly Item[],
  hasYes: (option: Item) => boolean,
): ReadonlySet<string> {
  const best = options.filter(({ best_rating }) => best_rating === true);
  if (best.length === options.length) return new Set();
  const holds = best.filter((option) => option.called_off !== true && hasYes(option));
  return new Set(holds.map(({ id }) => id));
}
