import type { ComponentType } from "preact";
import { frameSession } from "../session/frame-session";
import { type Visit, visitOf } from "../session/visit";
import { type FirstData, firstData } from "./first-data";
import { dataOfSession, settleInFrame } from "./frame";
import { show } from "./show";

type Page = ComponentType<{ readonly visit: Visit }>;

/** Renders a page of a poll. */
export function start(Page: Page): void {
  settleInFrame();
  const render = (data: FirstData): void => show(<Page visit={visitOf(data)} />);
  const session = frameSession();
  if (session === undefined) render(firstData());
  // The gateway did not know the visitor when it wrote the page.
  else void dataOfSession(session).then((data) => render(data ?? firstData()));
}
