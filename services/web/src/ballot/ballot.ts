import {
  type ErrorBody,
  hasCode,
  type Participant,
  type Vote,
  type VotePayment,
} from "@polls/client";
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { errorWords } from "../parts/error-words";
import type { Visit } from "../session/visit";
import type { FirstData } from "../shell/first-data";
import { voteTypes } from "../types/vote-types";
import type { VoteValue } from "./controls";

/** What is known of one vote: on one option, in one voting category. */
export interface Mark {
  /** Undefined: no vote. */
  readonly value: VoteValue | undefined;
  /** The vote of the service; undefined while there is none, or while it is held. */
  readonly id?: string | undefined;
  readonly type?: Vote["type"] | undefined;
  readonly state: "idle" | "saving" | "saved" | "held" | "failed";
  /** Why the last change was not saved. */
  readonly problem?: string | undefined;
  /** Where it is paid. */
  readonly paymentUrl?: string | undefined;
}

/** The votes of this visitor, as the page shows them. */
export interface Ballot {
  readonly participant: Signal<Participant | undefined>;
  readonly marks: ReadonlySignal<ReadonlyMap<string, Mark>>;
  /** Saves a value; undefined removes the vote. Later values replace waiting ones. */
  readonly vote: (place: Place, value: VoteValue | undefined) => void;
  /** Reads the visitor's votes again. */
  readonly reload: () => Promise<void>;
  /** The participant, who is made now where the poll asks for nothing. */
  readonly voter: () => Promise<Participant>;
  /** Resolves once no vote is being saved. */
  readonly settled: () => Promise<void>;
}

/** A participant of the visitor, with the votes that are known. */
export type Participation = Pick<FirstData, "participant" | "votes">;

/** Where a vote is. */
export interface Place {
  readonly optionId: string;
  readonly categoryId?: number | undefined;
}

export const keyOf = ({ optionId, categoryId }: Place): string => `${optionId} ${categoryId ?? ""}`;

export const noMark: Mark = { value: undefined, state: "idle" };

const valueIn = ({ vote }: Vote): VoteValue | undefined => vote ?? undefined;

/** The field of a vote that has its value. */
const fieldOf = (value: VoteValue) =>
  typeof value === "number" ? { vote: value } : { vote_text: value };

const marksOf = (votes: readonly Vote[]): ReadonlyMap<string, Mark> =>
  new Map(
    votes.flatMap((vote) => {
      if (vote.option_id === null) return [];
      const place = { optionId: vote.option_id, categoryId: vote.voting_category_id ?? undefined };
      const { id, type } = vote;
      return [[keyOf(place), { value: valueIn(vote), id, type, state: "idle" as const }]];
    }),
  );

export function createBallot(visit: Visit, first: Participation = visit.data): Ballot {
  const { pollId, client, words } = visit;
  const participant = signal(first.participant);
  const marks = signal(marksOf(first.votes ?? []));
  const running = new Set<Promise<void>>();
  const waiting = new Map<string, VoteValue | undefined>();
  const busy = new Set<string>();
  let joining: Promise<Participant> | undefined;

  const markAt = (key: string): Mark => marks.value.get(key) ?? noMark;
  const set = (key: string, mark: Mark): void => {
    marks.value = new Map(marks.value).set(key, mark);
  };

  /** The participant, who needs no form where the poll asks for nothing. */
  async function voter(): Promise<Participant> {
    if (participant.value !== undefined) return participant.value;
    joining ??= client().participants.create({ poll_id: pollId, body: { voter: {} } });
    try {
      participant.value = await joining;
      return participant.value;
    } finally {
      joining = undefined;
    }
  }

  async function change(id: string, value: VoteValue) {
    return client().votes.change({ poll_id: pollId, id, body: { vote: fieldOf(value) } });
  }

  async function cast(place: Place, value: VoteValue) {
    const category = place.categoryId === undefined ? {} : { voting_category_id: place.categoryId };
    const { id: voter_id } = await voter();
    return client().votes.cast({
      poll_id: pollId,
      body: {
        voter_id,
        option_id: place.optionId,
        vote: { ...fieldOf(value), ...category } as never,
      },
    });
  }

  async function save(place: Place, value: VoteValue | undefined): Promise<Mark> {
    const { id } = markAt(keyOf(place));
    if (value === undefined) {
      if (id !== undefined) await client().votes.withdraw({ poll_id: pollId, id });
      return { value: undefined, state: "saved" };
    }
    try {
      return saved(value, await (id === undefined ? cast(place, value) : change(id, value)));
    } catch (error) {
      if (hasCode(error, "opt_in_pending")) return { value, state: "held" };
      if (hasCode(error, "already_voted")) {
        const { vote_id: other } = error.body as ErrorBody & { readonly vote_id?: string };
        if (other !== undefined) return saved(value, await change(other, value));
      }
      throw error;
    }
  }

  function saved(value: VoteValue, answer: Vote | VotePayment): Mark {
    return "url" in answer
      ? { value, state: "saved", paymentUrl: answer.url }
      : { value: valueIn(answer), id: answer.id, type: answer.type, state: "saved" };
  }

  async function saveAll(place: Place): Promise<void> {
    const key = keyOf(place);
    if (busy.has(key)) return;
    busy.add(key);
    let last = markAt(key);
    while (waiting.has(key)) {
      const value = waiting.get(key);
      waiting.delete(key);
      set(key, { ...last, value, state: "saving", problem: undefined });
      try {
        last = await save(place, value);
      } catch (error) {
        last = { ...last, state: "failed", problem: errorWords(error, words) };
      }
      set(key, last);
    }
    busy.delete(key);
    // Another vote of the participant may have got the rank that this one had.
    if (last.state === "saved" && last.type !== undefined && voteTypes[last.type].unique) {
      await reload().catch(() => undefined);
    }
  }

  async function reload(): Promise<void> {
    const voter_id = participant.value?.id;
    if (voter_id === undefined) return;
    const votes: Vote[] = [];
    for await (const vote of client().votes.list.all({ poll_id: pollId, voter_id })) {
      votes.push(vote);
    }
    const held = [...marks.value].filter(([, { state }]) => state === "held");
    const read = [...marksOf(votes)].map(
      // What was saved last is still told.
      ([key, mark]) =>
        [key, { ...mark, state: markAt(key).state === "saved" ? "saved" : "idle" }] as const,
    );
    marks.value = new Map<string, Mark>([...read, ...held]);
  }

  return {
    participant,
    marks,
    reload,
    voter,
    vote(place, value) {
      waiting.set(keyOf(place), value);
      const work = saveAll(place).finally(() => running.delete(work));
      running.add(work);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
