// Loads a page again and replaces the parts that changed, until the page no longer includes this script.
// Other parts keep their state, such as focus. Without scripts, `noscript` reloads the page.
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10_000;
const GIVE_UP_MS = 10 * 60_000;

let [pause, until, isResting] = [0, 0, true];

function begin() {
  if (!isResting || document.hidden) return;
  [pause, until, isResting] = [FIRST_PAUSE_MS, Date.now() + GIVE_UP_MS, false];
  setTimeout(look, pause);
}

async function look() {
  isResting = document.hidden || Date.now() > until;
  if (isResting) return;
  const page = await load().catch(() => undefined);
  const [shown, next] = [document, page].map((each) => each?.querySelector("main"));
  if (page && shown && next) {
    document.title = page.title;
    change(shown, next);
    if (page.querySelector("script") === null) return;
  }
  pause = Math.min(pause * 1.1, LONGEST_PAUSE_MS);
  setTimeout(look, pause);
}

async function load() {
  const signal = AbortSignal.timeout(LONGEST_PAUSE_MS);
  const answer = await fetch(location.href, { cache: "no-store", signal });
  const isPage = answer.ok || answer.status === 404;
  return isPage ? new DOMParser().parseFromString(await answer.text(), "text/html") : undefined;
}

/** @param {HTMLElement} main @param {HTMLElement} next */
function change(main, next) {
  const focused = document.activeElement;
  const old = [...main.children];
  const parts = [...next.children].map((part) => {
    const at = old.findIndex((shown) => isSame(shown, part));
    return (at < 0 ? undefined : old.splice(at, 1)[0]) ?? part;
  });
  for (const gone of old) gone.remove();
  parts.forEach((part, at) => {
    if (main.children[at] !== part) main.insertBefore(part, main.children[at] ?? null);
  });
  if (focused?.isConnected !== false) return;
  main.tabIndex = -1;
  main.focus();
}

/** Alike but for what the reader has opened. @param {Element} shown @param {Element} part */
function isSame(shown, part) {
  const closed = /** @type {Element} */ (shown.cloneNode(true));
  closed.removeAttribute("open");
  return closed.isEqualNode(part);
}

document.addEventListener("visibilitychange", begin);
begin();
