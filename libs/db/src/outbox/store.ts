import type { Transaction } from "../sql/queryable";
import type { OutboxFigures } from "./figures";

/** A row that the relay has claimed. No other relay claims it before the lease ends. */
export interface ClaimedRow {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  /** Since the row was inserted. */
  readonly ageMs: number;
  readonly priority: number;
  /** Earlier tries. */
  readonly tries: number;
  /** Since the last try was sent; undefined where it was not. */
  readonly sentAgeMs: number | undefined;
}

/** A row and the time until the relay looks at it next. */
export interface RowSchedule {
  readonly id: string;
  readonly inMs: number;
}

export interface SentRow extends RowSchedule {
  /** The try that was sent. */
  readonly tries: number;
}

/** The statements of the relay. All times are those of the database. */
export interface RelayStore {
  /** Leases due rows to the caller: half by their priority, half by their age. Rows that another transaction locks are skipped. */
  claim(limit: number, leaseMs: number): Promise<readonly ClaimedRow[]>;
  markSent(rows: readonly SentRow[]): Promise<void>;
  lookAgain(rows: readonly RowSchedule[]): Promise<void>;
  /** Counts a try that could not be published. */
  markUnpublishable(row: SentRow, reason: string): Promise<void>;
  /** Marks rows as dead; `reason` is stored unless the worker has stored one. */
  bury(ids: readonly string[], reason: string): Promise<void>;
  /** Deletes up to `limit` rows that were done more than `olderThanMs` ago; returns their number. */
  prune(olderThanMs: number, limit: number): Promise<number>;
  figures(): Promise<OutboxFigures>;
}

/** The statements of a worker about the row of its job. */
export interface WorkerStore {
  /** `gone`: there is no such row, as after a restored backup. */
  state(id: string): Promise<"open" | "finished" | "gone">;
  /** False where the row was finished before. */
  finish(id: string): Promise<boolean>;
  finishIn(tx: Transaction, id: string): Promise<boolean>;
  /** Marks the row as dead, because no retry can succeed. */
  fail(id: string, tries: number, reason: string): Promise<void>;
  /** Records that all attempts of a try failed, and when the job is sent again. */
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

/** A row that a request caused. */
export interface CausedRow {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly tries: number;
  readonly createdAt: Date;
  /** When the last try was published; undefined: it was not. */
  readonly sentAt: Date | undefined;
  readonly doneAt: Date | undefined;
  readonly deadAt: Date | undefined;
}

/** The statements of operators. */
export interface OperatorStore {
  /** The rows that a request caused, and those of the jobs that these sent: the oldest first. It reads the whole outbox. */
  listCausedBy(requestId: string, limit: number): Promise<readonly CausedRow[]>;
  /** The newest first. */
  listDead(limit: number): Promise<readonly DeadRow[]>;
  /** Sends dead rows again, every one where `ids` is absent; returns their number. */
  retryDead(ids?: readonly string[]): Promise<number>;
  /** Deletes dead rows; returns their number. */
  deleteDead(ids: readonly string[]): Promise<number>;
}

export type OutboxStore = RelayStore & WorkerStore & OperatorStore;
