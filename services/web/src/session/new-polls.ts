/** The keys at which drafts of new polls are stored begin so. */
export const NEW_POLL = "new poll";

/** Removes the drafts of new polls from the tab and the browser, for the next person at this device. */
export function forgetNewPolls(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith(NEW_POLL)) storage.removeItem(key);
    }
  } catch {
    // Without storage there are none.
  }
}
