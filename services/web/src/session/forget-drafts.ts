/** Begins the keys of drafts of new polls in the tab. */
export const IN_TAB = "new poll: ";
/** The keys of the drafts in the browser that wait for an account, and of those that became polls. */
export const WAITING = "new polls";
export const MADE = "made polls";

/** Removes the drafts of new polls from this tab and this browser, which the next person may use. */
export function forgetDrafts(): void {
  try {
    for (const key of [WAITING, MADE]) localStorage.removeItem(key);
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(IN_TAB)) sessionStorage.removeItem(key);
  } catch {
    // Without storage nothing is kept.
  }
}
