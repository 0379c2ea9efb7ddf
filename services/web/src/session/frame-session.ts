/** Whether the page is in a frame of another page. */
export const isFramed: boolean = self !== top;

/**
 * The session of a visitor whose browser stores no cookies (docs/reference/pages.md#frames-without-cookies). It is in
 * the state of the history entry, which only our pages can write; a session in the address could be forged.
 */
export function frameSession(): string | undefined {
  const state = history.state as { readonly visitor?: unknown } | null;
  return isFramed && typeof state?.visitor === "string" ? state.visitor : undefined;
}

let kept = frameSession();

/** Writes the session into the current history entry, because survey steps create new entries without a state. */
export function writeFrameSession(): void {
  if (kept !== undefined) history.replaceState({ visitor: kept }, "");
}

/** Keeps the session for this page and the pages that its links lead to. */
export function keepFrameSession(visitor: string): void {
  kept = visitor;
  writeFrameSession();
}
