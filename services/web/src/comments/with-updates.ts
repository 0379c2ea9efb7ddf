import type { Comment } from "@polls/client";

/**
 * The comments of a list after it was read again; the same array if nothing changed. Comments that were not read stay
 * while the visitor writes, who may be answering one of them, and own ones while the list has more pages.
 */
export function withUpdates(
  shown: readonly Comment[],
  read: readonly Comment[],
  { isWriting, hasMore }: { readonly isWriting: boolean; readonly hasMore: boolean },
): readonly Comment[] {
  const ids = new Set(read.map(({ id }) => id));
  const kept = shown.filter(({ id, own }) => !ids.has(id) && (isWriting || (hasMore && own)));
  const items = [...read, ...kept];
  return JSON.stringify(items) === JSON.stringify(shown) ? shown : items;
}
