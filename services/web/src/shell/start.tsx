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
 * Renders a page of a poll when the texts in its language are loaded: the texts for participants, and further texts
 * of the page.
 * @param signUp The script of sign-up lists (docs/reference/pages.md#sign-up-lists).
 */
export function start(
  Page: Page,
  words: readonly InLanguage<unknown>[] = [],
  signUp?: () => Promise<{ readonly signUpVisit: (visit: Visit) => Promise<Visit> }>,
): void {
  settleInFrame();
  const render = async (data: FirstData): Promise<void> => {
    const visit = visitOf(data);
    const parts = data.signUp && (await signUp?.());
    show(<Page visit={parts ? await parts.signUpVisit(visit) : visit} />);
  };
  const loaded = Promise.all([pageWords, ...words].map(({ load }) => load(firstData().language)));
  const session = frameSession();
  // The gateway did not know the visitor of a frame session when it rendered the page.
  const read = session === undefined ? undefined : dataOfSession(session);
  void loaded.then(async () => render((await read) ?? firstData()));
}
