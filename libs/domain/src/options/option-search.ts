import type { AccessLevel } from "../access/access-level";
import { optionTypes } from "../option-types";
import type { Poll } from "../polls/poll";
import { optionSettingsOf } from "./option-settings";

/** A longer text is cut: titles have no more. */
const SEARCH_MAX = 255;

/** The texts by which a list is searched, and what of its options members do not see. */
export interface SearchTerms {
  readonly text: string;
  /** Classes whose `content` only admins and authors see. */
  readonly namelessTypes: readonly string[];
  readonly authorsHidden: boolean;
  /** Classes that tell members nothing before their start. */
  readonly doorTypes: readonly string[];
  /** Classes that are found by what is under them too. */
  readonly groupTypes: readonly string[];
}

/**
 * How a list is searched (docs/reference/options.md#search); undefined: it is not, since nothing is searched for, or
 * the poll does not allow it.
 */
export function searchTerms(
  requested: string | undefined,
  { settings }: Pick<Poll, "settings">,
  access: AccessLevel,
): SearchTerms | undefined {
  const text = requested?.trim().slice(0, SEARCH_MAX) ?? "";
  if (text === "" || (access !== "admin" && !settings.allow_search)) return undefined;
  return {
    text,
    namelessTypes: settings.hidden_image_name ? imageTypes : [],
    authorsHidden: settings.hidden_author_name,
    doorTypes,
    groupTypes,
  };
}

const namesOf = (types: typeof optionTypes.all): readonly string[] => types.map(({ name }) => name);

const imageTypes = namesOf(optionTypes.all.filter((type) => type.contentIsImageName));
const doorTypes = namesOf(optionTypes.all.filter((type) => type.opensAtStartDate));
const groupTypes = namesOf(
  optionTypes.all.filter(({ children }) => {
    const under = children({ settings: optionSettingsOf({}), inputType: undefined }, "");
    return under?.createdBy === "as_top_level" && under.visibleTo === "members";
  }),
);
