/** Whether the way back of a sign-in is the page of a new poll that waits in a browser (docs/reference/pages.md#drafts-of-new-polls). */
export const leadsToDraft = (path: string | null | undefined): boolean =>
  /^\/polls\/new#[a-z]+-\w+$/.test(path ?? "");
