import { keep, readKept } from "../parts/form/draft";
import { NEW_POLL } from "../session/new-polls";
import { type JobName, jobNames, type PollDraft } from "../types/poll-jobs";

/** Where the draft of a new poll is kept. Browsers may refuse. */
export interface DraftPlace {
  /** The draft, where one is kept. A page of an older release may have written it. */
  readonly read: () => Partial<PollDraft> | undefined;
  /** Undefined removes it. Returns whether the browser has taken it. */
  readonly write: (draft: PollDraft | undefined) => boolean;
}

/** A place without a number is `null` in JSON. */
const revived = (draft: Partial<PollDraft> | undefined): Partial<PollDraft> | undefined =>
  draft?.places === undefined
    ? draft
    : { ...draft, places: draft.places.map((number) => number ?? undefined) };

/** In the tab, while it is edited: it survives a reload. */
export function placeInTab(name: JobName): DraftPlace {
  const key = `${NEW_POLL}: ${name}`;
  return {
    read: () => revived(readKept(key)),
    write: (draft) => {
      keep(key, draft);
      return true;
    },
  };
}

/** A draft that waits for an account. The link of the mail opens another tab, so all tabs of the browser share it. */
interface WaitingDraft {
  readonly id: string;
  readonly draft: PollDraft;
  /** The organization that the poll will belong to. */
  readonly organizationId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const KEY = `${NEW_POLL}s`;
export const WAITING_HOURS = 24;
const DRAFTS_MAX = 5;
/** No request takes more. */
const LENGTH_MAX = 100_000;

function waiting(): readonly WaitingDraft[] {
  try {
    const drafts = JSON.parse(localStorage.getItem(KEY) ?? "[]") as readonly WaitingDraft[];
    const fresh = drafts.filter(({ until }) => until > Date.now());
    if (fresh.length < drafts.length) store(fresh);
    return fresh;
  } catch {
    return [];
  }
}

function store(drafts: readonly WaitingDraft[]): boolean {
  try {
    if (drafts.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(drafts));
    return true;
  } catch {
    return false;
  }
}

export const dropOldDrafts = (): void => void waiting();

/** In the browser, until the poll is made, for at most `WAITING_HOURS`. The newest drafts replace the oldest. */
export const placeInBrowser = (
  id: string,
  organizationId = waiting().find((each) => each.id === id)?.organizationId,
): DraftPlace & Pick<WaitingDraft, "organizationId"> => ({
  organizationId,
  read: () => revived(waiting().find((each) => each.id === id)?.draft),
  write: (draft) => {
    const others = waiting().filter((each) => each.id !== id);
    if (draft === undefined) return store(others);
    if (JSON.stringify(draft).length > LENGTH_MAX) return false;
    const until = Date.now() + WAITING_HOURS * 3_600_000;
    return store([...others, { id, draft, organizationId, until }].slice(-DRAFTS_MAX));
  },
});

/** What the fragment of the address names: the job, and a draft that waits for an account. */
export interface NamedDraft {
  readonly name: JobName;
  readonly id: string | undefined;
}

export const fragmentOf = ({ name, id }: NamedDraft): `#${string}` =>
  id === undefined ? `#${name}` : `#${name}-${id}`;

export function draftNamedBy(fragment: string): NamedDraft | undefined {
  const [, job, id] = /^#([a-z]+)(?:-(\w+))?$/.exec(fragment) ?? [];
  const name = jobNames.find((each) => each === job);
  return name && { name, id };
}
