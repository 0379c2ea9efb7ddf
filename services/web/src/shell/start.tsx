import type { ComponentType } from "preact";
import { frameSession } from "../session/frame-session";
import { type Visit, visitOf } from "../session/visit";
import { pageWords } from "../words";
import type { InLanguage } from "../words/languages";
import { type FirstData, firstData } from "./first-data";
import { dataOfSession, settleInFrame } from "./frame";
import { show } from "./show";

type Page = ComponentType<{ readonly visit: Visit }>;

/**
 * Renders a page of a poll, once the words in its language are loaded: those of participants, and further ones that
 * the page says.
 */
export function start(Page: Page, words: readonly InLanguage<unknown>[] = []): void {
  settleInFrame();
  const render = (data: FirstData): void => show(<Page visit={visitOf(data)} />);
  const loaded = Promise.all([pageWords, ...words].map(({ load }) => load(firstData().language)));
  const session = frameSession();
  // The gateway did not know the visitor of a session when it wrote the page.
  const read = session === undefined ? undefined : dataOfSession(session);
  void loaded.then(async () => render((await read) ?? firstData()));
}
