import type { OptionListItem } from "@polls/client";
import { Quiet } from "../parts/show/button";
import { pageWords } from "../words";
import type { Listing } from "./listing";

/** The tags of an option. A press on one lists only the options with it. */
export function Tags({
  tags,
  onTag,
}: {
  readonly tags: OptionListItem["tags"] | undefined;
  /** Undefined: the tags belong to no list. */
  readonly onTag?: (tag: string) => void;
}) {
  const { list } = pageWords.words();
  if (tags === undefined) return null;
  return (
    <ul class="row tags" aria-label={list.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          {onTag === undefined ? (
            <span>{tag}</span>
          ) : (
            <Quiet aria-label={list.onlyTag(tag)} onClick={() => onTag(tag)}>
              {tag}
            </Quiet>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The tag that a list is filtered by, with the button that ends it. */
export function TagFilter({ listing: { ask, asked, slots } }: { readonly listing: Listing }) {
  const { list } = pageWords.words();
  const { tag } = asked.value;
  return (
    <p class="row tools" role="status">
      {tag !== undefined && (
        <>
          <span>{list.tagged(tag, slots.value?.length ?? 0)}</span>
          <Quiet onClick={() => ask({ ...asked.value, tag: undefined })}>{list.all}</Quiet>
        </>
      )}
    </p>
  );
}
