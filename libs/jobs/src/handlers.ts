import type { Transaction } from "@polls/db/sql";
import type { Logger } from "@polls/telemetry";
import type { z } from "zod";
import type { ContractOn } from "./contracts";
import type { QueueName } from "./define-job";

/** One run of a job, passed to its handler. */
export interface JobRun {
  /** Aborted when the lock is lost or the process ends. Check it before each side effect. */
  readonly signal: AbortSignal;
  /** The number of the try, from 1. It begins again when an operator retries the job. */
  readonly attempt: number;
  /** Whether the outbox gives up the job if this run fails. */
  readonly isLast: boolean;
  /** A logger with job, id, attempt, and the request that caused the job. */
  readonly log: Logger;
  /**
   * Finishes the job in the transaction of its effect. Throws `AlreadyFinished` if another run was
   * first, to roll that back. Without an effect in the database the worker finishes the job when
   * the handler returns.
   */
  done(tx: Transaction): Promise<void>;
}

/** May run twice, so it loads the row first, and returns if the row is gone or done. */
export type Handler<Payload, Deps> = (payload: Payload, deps: Deps, run: JobRun) => Promise<void>;

/** The handlers of a queue, one for each job. A missing handler is a compile error. */
export type Handlers<Queue extends QueueName, Deps> = {
  readonly [Contract in ContractOn<Queue> as Contract["name"]]: Handler<
    z.output<Contract["payload"]>,
    Deps
  >;
};
