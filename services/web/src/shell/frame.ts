import { frameSession, isFramed, writeFrameSession } from "../session/frame-session";
import { serviceUrl } from "../session/own-path";
import { type FirstData, readData } from "./first-data";

/** Where the page was opened. */
const { pathname } = location;

/** The data that the gateway renders now, for the visitor of the session; undefined if it cannot be read. */
export async function dataOfSession(session: string | undefined): Promise<FirstData | undefined> {
  try {
    const headers = {
      Accept: "text/html",
      ...(session !== undefined && { Authorization: `Bearer ${session}` }),
    };
    const answer = await fetch(location.href, { headers });
    return readData(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    return undefined;
  }
}

/** Integrates a page in a frame into its parent page. */
export function settleInFrame(): void {
  if (!isFramed) return;
  document.documentElement.classList.add("framed");
  tellHeight();
  document.addEventListener("click", followLink);
  addEventListener("hashchange", writeFrameSession);
  addEventListener("popstate", () => {
    // History entries of `followLink` belong to this document, but show other pages.
    if (location.pathname !== pathname) location.reload();
  });
}

/** Sends the height of this page to its parent page on request. Requests of other pages are ignored. */
function tellHeight(): void {
  let reader: string | undefined;
  const tell = (): void => {
    if (reader === undefined) return;
    parent.postMessage({ polls: { height: document.body.offsetHeight } }, reader);
  };
  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || data?.polls !== "height" || !URL.canParse(origin)) return;
    reader = origin;
    tell();
  });
  new ResizeObserver(tell).observe(document.body);
}

/** Pages of the poll open in the frame, with its session; all others refuse frames, and open in a tab. */
function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || event.defaultPrevented || !link.protocol.startsWith("http")) return;
  if (!link.href.startsWith(`${serviceUrl}/p/`)) {
    link.target = "_blank";
    return;
  }
  const visitor = frameSession();
  const opensHere = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey);
  const isOther = link.pathname !== location.pathname;
  if (visitor === undefined || !opensHere || !isOther || link.target !== "") return;
  event.preventDefault();
  history.pushState({ visitor }, "", link.href);
  location.reload();
}
