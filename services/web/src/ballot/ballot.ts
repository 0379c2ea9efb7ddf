import { ApiError, ConnectionError, type Participant, type Vote } from "@polls/client";
import { signal } from "@preact/signals";
import type { Visit } from "../session/visit";
import type { FirstData } from "../shell/first-data";
import { voteTypes } from "../types/vote-types";
import type { VoteValue } from "./controls";
import { type Joined, join } from "./join";
import { type Ballot, type Changed, type Mark, marksOf, noMark, valuesOf } from "./marks";
import { keyOf, type Place } from "./place";
import { oneMore, saveVote } from "./save-vote";
import { type Change, keepUnsent, newRequestKey } from "./unsent";

/** A participant of the visitor, with its known votes. */
export type Participation = Pick<FirstData, "participant" | "votes">;

export { type Ballot, type Changed, keyOf, type Mark, noMark, type Place };

/** Whether a request may not have reached the service, or the service cannot answer now. */
const isUnsent = (error: unknown): boolean =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && [502, 503, 504].includes(error.status));

/**
 * @param admit Asks the visitor for what the poll needs before a vote; rejects with `NotAdmitted`.
 * @param isLate Votes wait in the tab until the visitor is a participant; only `voter` asks.
 */
export function createBallot(
  visit: Visit,
  first: Participation = visit.data,
  admit: () => Promise<void> = async () => undefined,
  isLate = false,
): Ballot {
  const { pollId, client, words } = visit;
  const participant = first === visit.data ? visit.participant : signal(first.participant);
  const marks = signal(marksOf(first.votes ?? []));
  const last = signal<Changed | undefined>(undefined);
  const running = new Set<Promise<void>>();
  const waiting = new Map<string, Change>();
  /** The votes that are being saved, by key. */
  const saving = new Map<string, Promise<void>>();
  /** The stored votes, by key. */
  let stored = valuesOf(marks.value);
  const joinKey = newRequestKey();
  let joining: Promise<Joined> | undefined;
  const unsent = keepUnsent({
    // Each row of a table has a separate ballot.
    place: `unsent votes of ${first === visit.data ? pollId : first.participant?.id}`,
    send: (changes) => void sendAgain(changes),
  });

  const waitsForEnd = () => isLate && participant.value === undefined;
  const markAt = (key: string): Mark => marks.value.get(key) ?? noMark;
  const set = (key: string, mark: Mark) => (marks.value = new Map(marks.value).set(key, mark));

  /** The participant, who needs no form if the poll has no required fields. */
  async function voter(): Promise<Participant> {
    await admit();
    if (participant.value !== undefined) return participant.value;
    joining ??= join(visit, {}, { ...oneMore, idempotencyKey: joinKey });
    try {
      const [joined, before] = await joining;
      participant.value = joined;
      if (before) await reload();
      return joined;
    } finally {
      joining = undefined;
    }
  }

  async function save(key: string, changed: Change): Promise<Mark> {
    const before = markAt(key);
    if (!navigator.onLine) throw new ConnectionError("the device is offline");
    await admit();
    return saveVote(visit, voter, changed, before, stored.get(key));
  }

  /** Saves a vote until no later value waits. */
  function saveAll(key: string): Promise<void> {
    const work = saving.get(key) ?? saveWaiting(key);
    saving.set(key, work);
    return work;
  }

  async function saveWaiting(key: string): Promise<void> {
    let mark = markAt(key);
    for (let next = waiting.get(key); next !== undefined; next = waiting.get(key)) {
      waiting.delete(key);
      mark = { ...mark, value: next.value ?? undefined, problem: undefined };
      if (waitsForEnd()) {
        mark = { ...mark, state: next.value === undefined ? "idle" : "chosen" };
        set(key, mark);
        if (next.value === undefined) unsent.forget(next);
        // `saveAll` registers the work first.
        await Promise.resolve();
        continue;
      }
      set(key, { ...mark, state: "saving" });
      try {
        mark = await save(key, next);
        stored.set(key, mark.value);
        unsent.forget(next);
      } catch (error) {
        if (isUnsent(error)) {
          mark = { ...mark, state: "waiting" };
          unsent.sendLater();
        } else {
          const value = stored.get(key);
          mark = { ...mark, value, state: "failed", problem: visit.explain(error) };
          unsent.forget(next);
        }
      }
      set(key, mark);
    }
    saving.delete(key);
    if (participant.value !== undefined) tell?.();
    // Elsewhere the votes of others change nothing that the visitor may do, and the read costs more than the vote.
    if (mark.state === "saved" && (visit.signUp || visit.dates)) visit.renew();
    // Another vote of the participant may have swapped its rank with this one.
    if (mark.state === "saved" && mark.type !== undefined && voteTypes[mark.type].unique) {
      await reload().catch(() => undefined);
    }
  }

  /** Adds work that `settled` waits for. */
  function track(work: Promise<void>): Promise<void> {
    const tracked = work.finally(() => running.delete(tracked));
    running.add(tracked);
    return tracked;
  }

  function begin(next: Change): Promise<void> {
    const key = keyOf(next.place);
    waiting.set(key, next);
    // The next press counts from this value, also while an earlier one is being saved.
    if (saving.has(key)) set(key, { ...markAt(key), value: next.value ?? undefined });
    return track(saveAll(key));
  }

  const changeTo = (place: Place, value: Change["value"]): Promise<void> => {
    const next = { place, value, requestKey: newRequestKey() };
    // Also a reload while the page asks for a name, or for a password, must not lose it.
    unsent.keep(next);
    return begin(next);
  };

  function vote(place: Place, value: VoteValue | undefined, changed?: Changed): void {
    const before = markAt(keyOf(place)).value;
    const made = changed ?? { place, restore: () => vote(place, before) };
    const former = last.value;
    last.value = made;
    void changeTo(place, value).then(() => {
      // A refused change has nothing to take back.
      if (last.value === made && isRefused(place)) last.value = former;
    });
  }

  const isRefused = (place: Place): boolean => markAt(keyOf(place)).state === "failed";

  function move(from: readonly Place[], to: Place, value: VoteValue): void {
    const [first] = from;
    const before = first === undefined ? undefined : markAt(keyOf(first)).value;
    const back = () =>
      first === undefined || before === undefined ? vote(to, undefined) : move([to], first, before);
    const former = last.value;
    const made = { place: to, moved: true, restore: back };
    last.value = made;
    set(keyOf(to), { ...markAt(keyOf(to)), value, state: "saving" });
    void track(
      Promise.all(from.map((place) => changeTo(place, undefined))).then(async () => {
        const isKept = from.some(isRefused);
        if (!isKept) await changeTo(to, value);
        else set(keyOf(to), { ...markAt(keyOf(to)), value: stored.get(keyOf(to)), state: "idle" });
        if (last.value !== made) return;
        if (isKept) last.value = former;
        // The vote is withdrawn from where it was, and can be given back.
        else if (first !== undefined && isRefused(to)) last.value = { place: first, restore: back };
      }),
    );
  }

  /** Withdrawals come first, because the votes may need their places in a limit. */
  async function sendAgain(changes: readonly Change[]): Promise<void> {
    const isWithdrawal = ({ value }: Change): boolean => value === undefined;
    const idle = changes.filter(({ place }) => !saving.has(keyOf(place)));
    await Promise.all(idle.filter(isWithdrawal).map(begin));
    await Promise.all(idle.filter((each) => !isWithdrawal(each)).map(begin));
  }

  async function reload(): Promise<void> {
    const voter_id = participant.value?.id;
    if (voter_id === undefined) return;
    const begun = marks.value;
    const votes: Vote[] = [];
    const isConfirmed = participant.value?.opt_in_confirmed === true;
    const held = participant.value?.opt_in_confirmed === false;
    for await (const vote of client().votes.list.all({ poll_id: pollId, voter_id, held })) {
      votes.push(vote);
    }
    const read = marksOf(votes);
    stored = valuesOf(read);
    const shown = new Map<string, Mark>();
    for (const key of new Set([...read.keys(), ...marks.value.keys()])) {
      const mark = markAt(key);
      const { state, problem } = mark;
      const isUnstored = (state === "held" && !isConfirmed) || state === "waiting";
      // A vote that was saved after the read had begun may be missing in it.
      const isNewer = state === "saved" && mark !== begun.get(key);
      if (isNewer) stored.set(key, mark.value);
      if (isUnstored || isNewer || state === "saving") shown.set(key, mark);
      else if (state === "failed" && problem !== words.errors.waiting_for_place)
        shown.set(key, { ...(read.get(key) ?? noMark), state, problem });
      // Keep showing the last saved state.
      else {
        const found = read.get(key);
        if (found) shown.set(key, state === "saved" ? { ...found, state } : found);
      }
    }
    marks.value = shown;
  }

  /** The visitor has answered in another tab, to the end: what waits here is older, and must not replace it. */
  function giveWay(): void {
    if (!isLate) return;
    for (const change of unsent.kept()) unsent.forget(change);
    marks.value = new Map();
  }

  // Each row of a table has a separate ballot.
  const tell = first === visit.data ? visit.shareWithTabs(reload, giveWay) : undefined;

  for (const { place, value } of unsent.kept()) {
    const state = waitsForEnd() ? "chosen" : "waiting";
    set(keyOf(place), { ...markAt(keyOf(place)), value: value ?? undefined, state });
  }
  if (waitsForEnd()) {
    participant.subscribe((joined) => joined && void track(sendAgain(unsent.kept())));
  }

  const ballot: Ballot = {
    participant,
    marks,
    reload,
    voter,
    vote,
    move,
    abstain(places) {
      for (const place of places) void changeTo(place, null);
    },
    last,
    undo: () => last.value?.restore(),
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
  // Each row of a table has a separate ballot.
  const kept = first === visit.data ? `choices of ${pollId}` : undefined;
  return visit.finalVotes?.gather(ballot, kept) ?? ballot;
}
