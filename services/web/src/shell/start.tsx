import type { ComponentType } from "preact";
import { type Visit, visitOf } from "../session/visit";
import { firstData } from "./first-data";
import { show } from "./show";

/** Renders a page of a poll. */
export function start(Page: ComponentType<{ readonly visit: Visit }>): void {
  show(<Page visit={visitOf(firstData())} />);
}
