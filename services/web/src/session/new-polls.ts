import { keep, readKept } from "../parts/form/draft";

/** The keys at which drafts of new polls are stored begin so. */
export const NEW_POLL = "new poll";

/** Where a draft is kept beside the tab that asked for a link: the link opens in another one. */
export const ASKED = `${NEW_POLL} asked`;

/** The poll that a link made last in this browser. */
const MADE = `${NEW_POLL} made`;

interface MadePoll {
  /** Of the request that created it, as drafts keep it. */
  readonly requestKey: string;
  /** The path of its desk. */
  readonly path: string;
}

/** Tells the other tabs of the browser which draft is a poll now, if a link has just made it: its address says so. */
export function noteMadePoll(): void {
  const [, requestKey] = /^#made-([\w-]+)$/.exec(location.hash) ?? [];
  if (requestKey === undefined) return;
  const { pathname, search } = location;
  history.replaceState(history.state, "", pathname + search);
  try {
    const made: MadePoll = { requestKey, path: pathname };
    keep(MADE, made, "localStorage");
    keep(ASKED, undefined, "localStorage");
    for (const key of draftsIn(sessionStorage)) {
      if (readKept<{ requestKey?: string }>(key)?.requestKey === requestKey) keep(key, undefined);
    }
  } catch {
    // Without storage the other tabs keep their drafts.
  }
}

/** The desk of the poll that a link has made of the draft with a key. Undefined: none, in this browser. */
export function madePath(requestKey: string | undefined): string | undefined {
  const made = readKept<MadePoll>(MADE, "localStorage");
  return made?.requestKey === requestKey ? made?.path : undefined;
}

const draftsIn = (storage: Storage): readonly string[] =>
  Object.keys(storage).filter((key) => key.startsWith(NEW_POLL));

/** Removes the drafts of new polls from the tab and the browser, for the next person at this device. */
export function forgetNewPolls(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of draftsIn(storage)) storage.removeItem(key);
    }
  } catch {
    // Without storage there are none.
  }
}
