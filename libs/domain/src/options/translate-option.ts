import { translated } from "../translations/translations";
import type { Option } from "./option";
import type { ValueLabels } from "./option-texts";

/** The option as members read it: with the texts of one translation, or as it was written. */
export function translateOption<One extends Pick<Option, "settings">>(
  option: One,
  language: string | undefined,
): One & { readonly settings: { readonly value_labels?: ValueLabels } } {
  const { translations = {} } = option.settings;
  const { value_labels, info_link_title, ...texts } =
    (language === undefined ? undefined : translations[language]) ?? {};
  return {
    ...translated(option, { ...texts, infoLinkTitle: info_link_title }),
    settings: { ...translated(option.settings, { value_labels }), translations: undefined },
  };
}
