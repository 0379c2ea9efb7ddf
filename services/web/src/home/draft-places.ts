import { keep, readKept } from "../parts/form/draft";
import { NEW_POLL } from "../session/new-polls";
import { signInPath } from "../session/page-context";
import { type JobName, jobNames, type PollDraft } from "../types/poll-jobs";

/** Where the draft of a new poll is kept. Browsers may refuse. */
export interface DraftPlace {
  /** The draft, where one is kept. A page of an older release may have written it. */
  readonly read: () => Partial<PollDraft> | undefined;
  /** Undefined removes it. Returns whether the browser has taken it. */
  readonly write: (draft: Partial<PollDraft> | undefined) => boolean;
}

/** A place without a number is `null` in JSON. */
const revived = (draft: Partial<PollDraft> | undefined): Partial<PollDraft> | undefined =>
  draft?.places === undefined
    ? draft
    : { ...draft, places: draft.places.map((number) => number ?? undefined) };

/**
 * In the tab, while it is edited: it survives a reload. What was entered with an account only that account reads, and
 * what was entered without one also the account that signs in, in any tab (`signInWithDraft`).
 */
export function placeInTab(name: JobName, email: string | undefined): DraftPlace {
  const shared = `${NEW_POLL}: ${name}`;
  const own = email === undefined ? shared : `${shared}: ${email}`;
  const inBrowser = placeInBrowser(name);
  return {
    read: () => revived(readKept(own) ?? readKept(shared)) ?? inBrowser.read(),
    write: (draft) => {
      keep(shared, undefined);
      keep(own, draft);
      inBrowser.write(undefined);
      return true;
    },
  };
}

/**
 * The sign-in page that leads back to the form. The link of its mail opens another tab, so what was entered also waits
 * in the browser, under the name of the job: unlike a draft with an id it does not become a poll by itself.
 */
export function signInWithDraft(): string {
  const named = draftNamedBy(location.hash);
  if (named !== undefined && named.id === undefined) {
    const draft = placeInTab(named.name, undefined).read();
    if (draft !== undefined) placeInBrowser(named.name).write(draft);
  }
  return signInPath(location.hash);
}

interface KeptInBrowser {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** A draft that waits for an account. The link of the mail opens another tab, so all tabs of the browser share it. */
interface WaitingDraft extends KeptInBrowser {
  readonly draft: Partial<PollDraft>;
  /** The organization that the poll will belong to. */
  readonly organizationId?: string | undefined;
}

/** A draft that became a poll. Other tabs lead to it. */
interface MadeDraft extends KeptInBrowser {
  readonly path: string;
}

const WAITING = `${NEW_POLL}s`;
const MADE = `${NEW_POLL}s made`;
export const WAITING_HOURS = 24;
const DRAFTS_MAX = 5;
/** No request takes more. */
const LENGTH_MAX = 100_000;

const waiting = () => keptAt<WaitingDraft>(WAITING);
const made = () => keptAt<MadeDraft>(MADE);

function keptAt<Kept extends KeptInBrowser>(key: string): readonly Kept[] {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "[]") as readonly Kept[];
    const fresh = kept.filter(({ until }) => until > Date.now());
    if (fresh.length < kept.length) store(key, fresh);
    return fresh;
  } catch {
    return [];
  }
}

function store(key: string, kept: readonly KeptInBrowser[]): boolean {
  try {
    if (kept.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(kept.slice(-DRAFTS_MAX)));
    return true;
  } catch {
    return false;
  }
}

export function dropOldDrafts(): void {
  waiting();
  made();
}

/** The path of the poll that a draft became in this browser. */
export const madeOf = (id: string | undefined): string | undefined =>
  made().find((each) => each.id === id)?.path;

/** Removes the draft that became a poll. Until its day is over, its pages lead to the poll. */
export function markMade(id: string, path: string): void {
  const until = waiting().find((each) => each.id === id)?.until ?? 0;
  store(
    WAITING,
    waiting().filter((each) => each.id !== id),
  );
  if (until > Date.now())
    store(MADE, [...made().filter((each) => each.id !== id), { id, path, until }]);
}

/** In the browser, until the poll is made, for at most `WAITING_HOURS`. The newest drafts replace the oldest. */
export const placeInBrowser = (
  id: string,
  organizationId = waiting().find((each) => each.id === id)?.organizationId,
): DraftPlace & Pick<WaitingDraft, "organizationId"> => ({
  organizationId,
  read: () => revived(waiting().find((each) => each.id === id)?.draft),
  write: (draft) => {
    const others = waiting().filter((each) => each.id !== id);
    if (draft === undefined) return store(WAITING, others);
    if (JSON.stringify(draft).length > LENGTH_MAX) return false;
    const until = Date.now() + WAITING_HOURS * 3_600_000;
    return store(WAITING, [...others, { id, draft, organizationId, until }]);
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
