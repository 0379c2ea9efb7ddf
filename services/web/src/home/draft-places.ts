import { keep, readKept } from "../parts/form/draft";
import { today } from "../parts/form/local-moment";
import { ASKED, NEW_POLL } from "../session/new-polls";
import { firstDraft, type PollDraft } from "../types/poll-drafts";
import { type JobName, jobNames } from "../types/poll-jobs";
import type { AdminWords } from "../words/admin";

export interface KeptDraft extends PollDraft {
  /** The same for each attempt to create the same poll: several presses, links and tabs create one. */
  readonly requestKey?: string | undefined;
  /** The organization that the poll will belong to. */
  readonly organizationId?: string | undefined;
  /** When the visitor has pressed "Create" without an account, in milliseconds since 1970. */
  readonly askedAt?: number | undefined;
}

/** Where the draft of a new poll is kept. Browsers may refuse. */
export interface DraftPlace {
  /** The draft, where one is kept. A page of an older release may have written it. */
  readonly read: () => Partial<KeptDraft> | undefined;
  /** Undefined removes it. */
  readonly write: (draft: KeptDraft | undefined) => void;
}

/** A place without a number is `null` in JSON. */
const revived = (draft: Partial<KeptDraft> | undefined): Partial<KeptDraft> | undefined =>
  draft?.places === undefined
    ? draft
    : { ...draft, places: draft.places.map((number) => number ?? undefined) };

/**
 * In the tab, also while the visitor signs in: it survives a reload. What was entered with an account only that account
 * reads, and what was entered without one also the account that signs in.
 */
export function placeInTab(name: JobName, email: string | undefined): DraftPlace {
  const shared = `${NEW_POLL}: ${name}`;
  const own = email === undefined ? shared : `${shared}: ${email}`;
  return {
    // A draft of the account is older: writing one removes what was entered without an account.
    read: () => revived(readKept(shared) ?? readKept(own)),
    write: (draft) => {
      keep(shared, undefined);
      keep(own, draft);
    },
  };
}

/** Keeps the draft for the tab in which its link opens, should the service refuse the poll. */
export const keepAsked = (draft: KeptDraft): void => keep(ASKED, draft, "localStorage");

/** Removes the draft of a link that was asked for last, if it is this one. */
export function forgetAsked(requestKey: string | undefined): void {
  if (requestKey !== undefined && askedDraft(requestKey) !== undefined)
    keep(ASKED, undefined, "localStorage");
}

/** The draft of a link that was asked for in this browser last. */
export function askedDraft(requestKey: string): Partial<KeptDraft> | undefined {
  const draft = readKept<Partial<KeptDraft>>(ASKED, "localStorage");
  return draft?.requestKey === requestKey ? revived(draft) : undefined;
}

const zoneOfBrowser = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the form of a job shows: what was entered before, or else its example. */
export function shownDraft(
  name: JobName,
  kept: Partial<KeptDraft> | undefined,
  { build }: AdminWords,
): KeptDraft {
  const facts = { today: today(), timezone: zoneOfBrowser() };
  const example = firstDraft(name, build.examples[name], facts);
  return { ...example, ...kept };
}

/** The job that the fragment of an address names. */
export const jobNamedBy = (fragment: string): JobName | undefined =>
  jobNames.find((name) => fragment === `#${name}`);
