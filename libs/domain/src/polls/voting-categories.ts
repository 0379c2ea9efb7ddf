import type { Reading } from "../input/read-body";
import { invalid } from "../input/read-fields";
import { hasRepeats } from "../input/texts";
import { ONCE_VOTES } from "./fixed-settings";
import type { VotingCategory } from "./poll";

/** Categories, and the highest id that a category of the poll ever had. */
export interface CategoryIds {
  readonly categories: readonly VotingCategory[];
  readonly lastId: number;
}

/** More would make results of many options large. Polls that have more may keep them. */
const VOTING_CATEGORIES_MAX = 100;

export interface CategoryUse {
  readonly hasVotes: boolean;
  readonly withVotes: ReadonlySet<number>;
}

export const unusedCategories: CategoryUse = { hasVotes: false, withVotes: new Set() };

/**
 * Assigns ids to titles (docs/reference/polls.md#voting-categories). A known title keeps its id; ids are not reused.
 * Once there are votes, a new title at the position of a removed one renames it, and other new titles must follow at
 * the end.
 */
export function assignCategoryIds(
  titles: readonly string[],
  before: CategoryIds,
  { hasVotes, withVotes }: CategoryUse,
): Reading<CategoryIds> {
  const most = Math.max(VOTING_CATEGORIES_MAX, before.categories.length);
  if (titles.length > most)
    return invalid("voting_categories", `must have at most ${most} entries`);
  if (hasRepeats(titles)) return invalid("voting_categories", "contains a category twice");
  const had = before.categories;
  if (hasVotes && (had.length === 0) !== (titles.length === 0))
    return invalid("voting_categories", ONCE_VOTES);
  let lastId = before.lastId;
  const categories = titles.map((title, index) => {
    const known = had.find((category) => category.title === title);
    if (known !== undefined) return known;
    const replaced = had[index];
    const renames = hasVotes && replaced !== undefined && !titles.includes(replaced.title);
    return { id: renames ? replaced.id : ++lastId, title };
  });
  const lost = categoriesLost(had, categories).filter(({ id }) => withVotes.has(id));
  if (lost.length > 0) {
    const names = lost.map(({ title }) => title).join(", ");
    return invalid("voting_categories", `cannot lose a category that has votes: ${names}`);
  }
  if (hasVotes && !newOnesBehind(categories, before.lastId)) {
    return invalid("voting_categories", "must have new categories at the end once there are votes");
  }
  return { ok: true, value: { categories, lastId } };
}

/** Categories that the change removes. */
export const categoriesLost = (
  before: readonly VotingCategory[],
  after: readonly VotingCategory[],
): readonly VotingCategory[] => before.filter(({ id }) => !after.some((kept) => kept.id === id));

function newOnesBehind(categories: readonly VotingCategory[], lastId: number): boolean {
  const firstNew = categories.findIndex(({ id }) => id > lastId);
  return firstNew === -1 || categories.slice(firstNew).every(({ id }) => id > lastId);
}
