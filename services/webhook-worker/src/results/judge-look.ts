/** A poll whose results are looked at, as it was last seen. */
export interface Watch {
  /** Null: never seen. */
  readonly mark: string | null;
  /** When something last changed; at first, since when a webhook wants to know. */
  readonly changedAt: Date;
}

/** What a look finds. */
export interface Look {
  readonly watch: Watch;
  /** Whether a webhook still wants to know. */
  readonly listened: boolean;
  /** Undefined: the poll is deleted. */
  readonly mark: string | undefined;
  /** Whether somebody has voted since `changedAt`; asked where there is no mark to compare with. */
  readonly votedSince: boolean;
  readonly now: Date;
  /** `results.changed` comes once in so long at most. */
  readonly everyMs: number;
}

export type LookVerdict =
  | { readonly kind: "forget" }
  | { readonly kind: "wait"; readonly lookInMs: number }
  | { readonly kind: "tell"; readonly lookInMs: number };

const LONGEST_MS = 60_000;
/** Where nothing has changed for long, news may be late by such a part of that time. */
const IDLE_PART = 0.05;

/** Judges a look (ADR 0014): the longer nothing changes, the rarer a poll is looked at. */
export function judgeLook({ watch, listened, mark, votedSince, now, everyMs }: Look): LookVerdict {
  if (!listened || mark === undefined) return { kind: "forget" };
  const changed = watch.mark === null ? votedSince : watch.mark !== mark;
  if (changed) return { kind: "tell", lookInMs: everyMs };
  const idleMs = now.getTime() - watch.changedAt.getTime();
  return { kind: "wait", lookInMs: Math.max(everyMs, Math.min(LONGEST_MS, idleMs * IDLE_PART)) };
}
