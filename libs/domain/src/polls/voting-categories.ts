import type { Reading } from "../input/read-body";
import { invalid } from "../input/read-fields";
import type { VotingCategory } from "./poll";

/** Categories, and the highest id that a category of the poll ever had. */
export interface CategoryIds {
  readonly categories: readonly VotingCategory[];
  readonly lastId: number;
}

/**
 * Assigns ids to titles: known titles keep theirs, new ones take the next unused one. A category with votes cannot be
 * removed (docs/reference/polls.md#voting-categories).
 */
export function assignCategoryIds(
  titles: readonly string[],
  before: CategoryIds,
  withVotes: ReadonlySet<number>,
): Reading<CategoryIds> {
  if (new Set(titles).size < titles.length)
    return invalid("voting_categories", "names a category twice");
  const lost = before.categories.filter(
    ({ id, title }) => withVotes.has(id) && !titles.includes(title),
  );
  if (lost.length > 0) {
    const names = lost.map(({ title }) => title).join(", ");
    return invalid("voting_categories", `cannot lose a category that has votes: ${names}`);
  }
  let lastId = before.lastId;
  const categories = titles.map((title) => {
    const known = before.categories.find((category) => category.title === title);
    return known ?? { id: ++lastId, title };
  });
  return { ok: true, value: { categories, lastId } };
}
