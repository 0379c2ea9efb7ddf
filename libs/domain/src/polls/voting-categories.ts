import type { Reading } from "../input/read-body";
import { singleError } from "../input/read-fields";
import type { VotingCategory } from "./poll";

/** Categories with the highest id that any of them ever had. */
export interface CategoryIds {
  readonly categories: readonly VotingCategory[];
  readonly lastId: number;
}

/**
 * Gives titles their ids: known titles keep theirs, new ones take 1, 2, 3 … in order, none that was
 * used before. A category with votes cannot be removed (decisions 3).
 */
export function assignCategoryIds(
  titles: readonly string[],
  before: CategoryIds,
  withVotes: ReadonlySet<number>,
): Reading<CategoryIds> {
  if (new Set(titles).size < titles.length) return wrong("names a category twice");
  const lost = before.categories.filter(
    ({ id, title }) => withVotes.has(id) && !titles.includes(title),
  );
  if (lost.length > 0) {
    const names = lost.map(({ title }) => title).join(", ");
    return wrong(`cannot lose a category that has votes: ${names}`);
  }
  let lastId = before.lastId;
  const categories = titles.map((title) => {
    const known = before.categories.find((category) => category.title === title);
    return known ?? { id: ++lastId, title };
  });
  return { ok: true, value: { categories, lastId } };
}

const wrong = (sentence: string) =>
  ({ ok: false, errors: singleError("voting_categories", sentence) }) as const;
