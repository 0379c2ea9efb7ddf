import type { OutboxFigures } from "@polls/telemetry";
import type { OutboxTransaction } from "./transaction";

/** A row the relay has claimed: nobody else looks at it until the lease is over. */
export interface ClaimedRow {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly requestId: string | undefined;
  readonly turn: number;
  /** How often it was tried before. */
  readonly tries: number;
  /** Since the last try was sent; undefined when it was not. */
  readonly sentAgeMs: number | undefined;
}

/** A row and when the relay looks at it next, in milliseconds from now. */
export interface Look {
  readonly id: string;
  readonly inMs: number;
}

export interface SentRow extends Look {
  /** The try that was sent. */
  readonly tries: number;
}

/** What the relay does with rows. All times are the database's. */
export interface RelayStore {
  /** Due rows, oldest first, leased to the caller; rows that others hold are skipped. */
  claim(limit: number, leaseMs: number): Promise<readonly ClaimedRow[]>;
  markSent(rows: readonly SentRow[]): Promise<void>;
  lookAgain(rows: readonly Look[]): Promise<void>;
  /** Counts a try that could not be published. */
  markUnpublishable(row: SentRow, reason: string): Promise<void>;
  /** Gives rows up; `reason` is kept unless the worker has left a better one. */
  bury(ids: readonly string[], reason: string): Promise<void>;
  /** Removes up to `limit` rows that are done for longer than `olderThanMs`; returns how many. */
  prune(olderThanMs: number, limit: number): Promise<number>;
  figures(): Promise<OutboxFigures>;
}

/** What a worker does with the row of its job. */
export interface WorkerStore {
  /** `gone`: no such row (any more), as after a restored backup. */
  state(id: string): Promise<"open" | "finished" | "gone">;
  /** False when it was finished before. */
  finish(id: string): Promise<boolean>;
  finishIn(tx: OutboxTransaction, id: string): Promise<boolean>;
  /** Gives the row up because no repetition can help. */
  fail(id: string, tries: number, reason: string): Promise<void>;
  /** Notes that all attempts of a try are used up, and when to send again. */
  noteFailure(id: string, tries: number, reason: string, resendInMs: number): Promise<void>;
}

export interface DeadRow {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly tries: number;
  readonly createdAt: Date;
  readonly deadAt: Date;
  readonly lastError: string | undefined;
}

/** What operators do with rows that were given up. */
export interface OperatorStore {
  /** The newest first. */
  listDead(limit: number): Promise<readonly DeadRow[]>;
  /** Sends given-up rows again, all of them without ids; returns how many. */
  retryDead(ids?: readonly string[]): Promise<number>;
}

export type OutboxStore = RelayStore & WorkerStore & OperatorStore;
