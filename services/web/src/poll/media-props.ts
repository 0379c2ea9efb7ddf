import type { OptionListItem } from "@polls/client";
import type { Visit } from "../session/visit";

export interface MediaProps {
  readonly option: OptionListItem;
  readonly name: string;
  readonly visit: Visit;
}
