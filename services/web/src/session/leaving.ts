/** Browsers send at most 64 KB after a page is left. A character takes at most three bytes. */
const LENGTH_MAX = 21_000;

let isLeaving = false;
/** Whether the page is being left, so that only what is sent at once is sent at all. */
export const isBeingLeft = (): boolean => isLeaving;
addEventListener("pageshow", () => (isLeaving = false));
addEventListener("pagehide", () => {
  isLeaving = true;
  // Fields save their text when they lose the focus.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
});

/** `fetch`, which also completes changes that are sent while the page is left. */
export function fetchOnLeaving(url: string, init: RequestInit): Promise<Response> {
  const { body = "" } = init;
  const isShort = typeof body === "string" && body.length <= LENGTH_MAX;
  return fetch(url, { ...init, keepalive: isLeaving && isShort });
}
