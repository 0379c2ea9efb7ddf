import type { AccessLevel } from "../access/access-level";
import { searchText } from "../input/texts";
import { optionTypes } from "../option-types";
import type { Poll } from "../polls/poll";
import { optionSettingsOf } from "./option-settings";
import { doorTypes } from "./option-visibility";

/** The search text and the tag, and the parts of the options that members must not find. */
export interface SearchTerms {
  /** Undefined: any text. */
  readonly text: string | undefined;
  /** Undefined: any tags. */
  readonly tag: string | undefined;
  /** Classes whose `content` only admins and authors see. */
  readonly namelessTypes: readonly string[];
  readonly authorsHidden: boolean;
  /** Classes that members cannot find before their start. */
  readonly doorTypes: readonly string[];
  /** Classes that are also found by the options under them. */
  readonly groupTypes: readonly string[];
}

/** How to search a list (docs/reference/options.md#search). Undefined: nothing to find, or not allowed. */
export function searchTerms(
  requested: { readonly search: string | undefined; readonly tag: string | undefined },
  { settings }: Pick<Poll, "settings">,
  access: AccessLevel,
): SearchTerms | undefined {
  const isAdmin = access === "admin";
  const allowed = (text: string | undefined, isAllowed: boolean): string | undefined =>
    isAdmin || isAllowed ? searchText(text) : undefined;
  const text = allowed(requested.search, settings.allow_search);
  const tag = allowed(requested.tag, !settings.hide_tags);
  if (text === undefined && tag === undefined) return undefined;
  return {
    text,
    tag,
    namelessTypes: settings.hidden_image_name ? imageTypes : [],
    authorsHidden: settings.hidden_author_name,
    doorTypes,
    groupTypes,
  };
}

const namesOf = (types: typeof optionTypes.all): readonly string[] => types.map(({ name }) => name);

const imageTypes = namesOf(optionTypes.all.filter((type) => type.contentIsImageName));
const groupTypes = namesOf(
  optionTypes.all.filter(({ children }) => {
    const under = children({ settings: optionSettingsOf({}), inputType: undefined }, "");
    return under?.createdBy === "as_top_level" && under.visibleTo === "members";
  }),
);
