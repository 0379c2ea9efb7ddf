import type { OptionListItem } from "@polls/client";

/**
 * The ids of the options that all pages mark as the best: those on the first rank. Nothing leads where everything does,
 * and no opinion without a yes.
 */
export function bestIn<Item extends Pick<OptionListItem, "id" | "best_rating">>(
  options: readonly Item[],
  hasYes: (option: Item) => boolean,
): ReadonlySet<string> {
  const best = options.filter(({ best_rating }) => best_rating === true);
  return new Set(best.length === options.length ? [] : best.filter(hasYes).map(({ id }) => id));
}
