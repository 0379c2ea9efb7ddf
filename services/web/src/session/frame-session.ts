/** Whether the page is in a frame of another page. */
export const isFramed: boolean = self !== top;

/**
 * The session of a visitor whose browser keeps no cookies (docs/reference/pages.md#frames-without-cookies). It is in
 * the state of the entry in the history, which no page but ours can write: one in the address could be of anyone.
 */
export function frameSession(): string | undefined {
  const state = history.state as { readonly visitor?: unknown } | null;
  return isFramed && typeof state?.visitor === "string" ? state.visitor : undefined;
}

let kept = frameSession();

/** Writes the session into the entry that is shown: steps of a survey are new entries, without a state. */
export function writeFrameSession(): void {
  if (kept !== undefined) history.replaceState({ visitor: kept }, "");
}

/** Keeps the session, over this page and those that its links lead to. */
export function keepFrameSession(visitor: string): void {
  kept = visitor;
  writeFrameSession();
}
