import type { ComponentType } from "preact";
import { frameSession } from "../session/frame-session";
import { type Visit, visitOf } from "../session/visit";
import { pageWords } from "../words";
import type { InLanguage } from "../words/languages";
import { type FirstData, firstData } from "./first-data";
import { dataOfSession, settleInFrame } from "./frame";
import { show } from "./show";

type Page = ComponentType<{ readonly visit: Visit }>;

interface Extension {
  readonly extendVisit: (visit: Visit) => Promise<Visit>;
}

/**
 * Renders a page of a poll when the texts in its language are loaded: the texts for participants, and further texts
 * of the page.
 * @param extensions The scripts that the page of a poll needs in addition; undefined: none.
 */
export function start(
  Page: Page,
  words: readonly InLanguage<unknown>[] = [],
  ...extensions: readonly ((data: FirstData) => Promise<Extension> | false | undefined)[]
): void {
  settleInFrame();
  const render = async (data: FirstData): Promise<void> => {
    let visit = visitOf(data);
    const loaded = await Promise.all([
      ...extensions.map((load) => load(data)),
      data.poll.settings.final_votes && import("../final/final-votes"),
    ]);
    for (const extension of loaded) {
      if (extension) visit = await extension.extendVisit(visit);
    }
    show(<Page visit={visit} />);
  };
  const texts = Promise.all([pageWords, ...words].map(({ load }) => load(firstData().language)));
  const session = frameSession();
  // The gateway did not know the visitor of a frame session when it rendered the page.
  const read = session === undefined ? undefined : dataOfSession(session);
  void texts.then(async () => render((await read) ?? firstData()));
}
