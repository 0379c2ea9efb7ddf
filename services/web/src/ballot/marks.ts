import type { Participant, Vote } from "@polls/client";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { VoteValue } from "./controls";
import { keyOf, type Place } from "./place";
import type { VotingRules } from "./rules";

/** The state of one vote: on one option, in one voting category. */
export interface Mark {
  /** Undefined: no vote. */
  readonly value: VoteValue | undefined;
  /** The stored vote; undefined if there is none, or if it is held. */
  readonly id?: string | undefined;
  readonly type?: Vote["type"] | undefined;
  readonly state: "idle" | "saving" | "saved" | "held" | "failed" | "waiting" | "chosen";
  /** Why the last change was not saved. */
  readonly problem?: string | undefined;
  /** Whether a vote or an abstention here waits for the confirmation of the e-mail address. */
  readonly isHeld?: boolean | undefined;
  /** How many of the bought votes are paid. */
  readonly paid?: number | undefined;
  /** The address of its pay page. */
  readonly paymentUrl?: string | undefined;
  /** What names its option, if that is no longer offered. Limits do not count the vote. */
  readonly former?: Vote["option"] | undefined;
  /** Whether the vote is final, and cast or about to be. */
  readonly fixed?: boolean | undefined;
}

/** The votes of this visitor, as the page shows them. */
export interface Ballot {
  readonly participant: Signal<Participant | undefined>;
  readonly marks: ReadonlySignal<ReadonlyMap<string, Mark>>;
  /**
   * Saves a value; undefined removes the vote. Later values replace waiting ones. Without a connection the value is
   * stored, and sent when there is a connection (docs/reference/pages.md#polls-on-pages).
   * @param changed What `undo` restores; by default the previous value of this vote.
   * @param rules With final votes: what swaps ranks, which the service does for other votes.
   */
  readonly vote: (
    place: Place,
    value: VoteValue | undefined,
    changed?: Changed,
    rules?: VotingRules,
  ) => void;
  /** Withdraws votes, and then votes: for a limit that allows one option. `undo` moves the vote back. */
  readonly move: (from: readonly Place[], to: Place, value: VoteValue) => void;
  /** Abstains from votes. Abstentions answer mandatory questions. */
  readonly abstain: (places: readonly Place[]) => void;
  /** The vote that was changed last. */
  readonly last: ReadonlySignal<Changed | undefined>;
  readonly undo: () => void;
  /** Reads the visitor's votes again. */
  readonly reload: () => Promise<void>;
  /** The participant; created now if the poll has no required fields. */
  readonly voter: () => Promise<Participant>;
  /** Resolves once no vote is being saved. */
  readonly settled: () => Promise<void>;
  /** With final votes: those that are not cast yet. */
  readonly uncast?: UncastVotes;
}

/** Votes that are chosen, and are cast together. */
export interface UncastVotes {
  readonly count: ReadonlySignal<number>;
  /** Casts them. Those that are refused stay chosen, and their marks say why. */
  readonly cast: () => Promise<void>;
}

/** A vote that was changed, and how to take the change back. */
export interface Changed {
  readonly place: Place;
  /** Whether the vote was moved here from another option. */
  readonly moved?: boolean;
  readonly restore: () => void;
}

/** How many bought votes are to be paid at `paymentUrl`. */
export const unpaidOf = ({ value, paid = 0, paymentUrl }: Mark): number =>
  paymentUrl === undefined ? 0 : Number(value) - paid;

export const noMark: Mark = { value: undefined, state: "idle" };

/** The text of another answer stands for its choice. */
export const valueIn = ({ vote, vote_text }: Vote): VoteValue | undefined =>
  vote_text ?? vote ?? undefined;

export const valuesOf = (marks: ReadonlyMap<string, Mark>): Map<string, VoteValue | undefined> =>
  new Map([...marks].map(([key, { value }]) => [key, value]));

export const marksOf = (votes: readonly Vote[]): ReadonlyMap<string, Mark> =>
  new Map(
    votes.flatMap((vote) => {
      if (vote.option_id === null) return [];
      const place = { optionId: vote.option_id, categoryId: vote.voting_category_id ?? undefined };
      const { type, option: former, held: isHeld, paid_votes: paid, payment_url } = vote;
      const value = valueIn(vote);
      const id = isHeld ? undefined : vote.id;
      const state: Mark["state"] = isHeld && value !== undefined ? "held" : "idle";
      const mark = { value, id, type, former, isHeld, paid, paymentUrl: payment_url, state };
      return [[keyOf(place), mark]];
    }),
  );
