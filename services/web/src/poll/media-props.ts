import type { OptionListItem } from "@polls/client";
import type { Visit } from "../session/visit";

/** The properties of what shows the file of an option. */
export interface MediaProps {
  readonly option: OptionListItem;
  /** What the option is called. */
  readonly name: string;
  readonly visit: Visit;
}
