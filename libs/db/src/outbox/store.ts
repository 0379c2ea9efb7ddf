import type { Transaction } from "../sql/queryable";
import type { OutboxFigures } from "./figures";

/** A row that the relay has claimed. No other relay claims it before the lease ends. */
export interface ClaimedRow {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly requestId: string | null;
  readonly traceparent: string | null;
  /** Age since the insert. */
  readonly ageMs: number;
  readonly priority: number;
  /** The number of the last try. */
  readonly tries: number;
  /** Whether the claim has marked the next try as sent: the first one of a round. */
  readonly markedSent: boolean;
  /** Time since the last try was sent. Null: none was. */
  readonly sentAgeMs: number | null;
}

/** A row and the time until the relay looks at it next. */
export interface RowSchedule {
  readonly id: string;
  readonly inMs: number;
}

export interface SentRow extends RowSchedule {
  /** The number of the try that was sent. */
  readonly tries: number;
}

export interface ClaimTimes {
  readonly leaseMs: number;
  readonly checkMs: number;
}

/** The statements of the relay. All times are times of the database. */
export interface RelayStore {
  /**
   * Leases due rows to the caller: one half by priority, the other by age. Rows that it marks as sent are due again
   * after `checkMs`. Skips rows that another transaction locks.
   */
  claim(limit: number, times: ClaimTimes): Promise<readonly ClaimedRow[]>;
  markSent(rows: readonly SentRow[]): Promise<void>;
  /** Takes back that a claim marked these tries as sent, unless a worker finished them. */
  takeBack(rows: readonly SentRow[]): Promise<void>;
  scheduleCheck(rows: readonly RowSchedule[]): Promise<void>;
  /** Counts a try that could not be published. */
  markUnpublishable(row: SentRow, reason: string): Promise<void>;
  /** Marks rows as dead. Stores `reason` unless the worker stored a reason. */
  markDead(ids: readonly string[], reason: string): Promise<void>;
  /** Deletes up to `limit` jobs of each table that were done more than `olderThanMs` ago; returns their number. */
  prune(olderThanMs: number, limit: number): Promise<number>;
  figures(): Promise<OutboxFigures>;
}

/** The statements of a worker on the row of its job. */
export interface WorkerStore {
  /** False if the job was finished or given up, and if a backup that lacks the row was restored. */
  isOpen(id: string): Promise<boolean>;
  /** Whether the row is older than the first call, so that a restored database may lack it (docs/backup.md#restore). */
  isOld(id: string): Promise<boolean>;
  /** Moves the row to the finished jobs, where `ops trace` finds it. Returns false if it was finished already. */
  finish(id: string): Promise<boolean>;
  finishIn(tx: Transaction, id: string): Promise<boolean>;
  /** Marks the row as dead, because retries cannot succeed. */
  fail(id: string, tries: number, reason: string): Promise<void>;
  /** Records that a try failed, and schedules the next one. */
  noteFailure(id: string, tries: number, reason: string, resendInMs: number): Promise<void>;
}

export interface DeadRow {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly tries: number;
  readonly createdAt: Date;
  readonly deadAt: Date;
  readonly lastError: string | null;
}

/** A row that a request created. */
export interface CausedRow {
  readonly id: string;
  readonly job: string;
  readonly payload: unknown;
  readonly tries: number;
  readonly createdAt: Date;
  /** When the last try was published. Null: none was. */
  readonly sentAt: Date | null;
  readonly doneAt: Date | null;
  readonly deadAt: Date | null;
}

/** The statements of operators. */
export interface OperatorStore {
  /**
   * The rows that a request created, and the rows that those jobs created, oldest first. Reads the
   * whole outbox and all finished jobs.
   */
  listCausedBy(requestId: string, limit: number): Promise<readonly CausedRow[]>;
  /** Dead rows, newest first. */
  listDead(limit: number): Promise<readonly DeadRow[]>;
  /** Begins a new round of tries of dead rows: of the given ones, or of all. Returns their number. */
  retryDead(ids?: readonly string[]): Promise<number>;
  /** Deletes dead rows; returns their number. */
  deleteDead(ids: readonly string[]): Promise<number>;
}

export type OutboxStore = RelayStore & WorkerStore & OperatorStore;
