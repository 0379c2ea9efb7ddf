import type { Transaction } from "@polls/db";
import type { Logger } from "@polls/telemetry";
import type { z } from "zod";
import type { ContractOn } from "./contracts";
import type { QueueName } from "./define-job";

/** One run of a job, for its handler. */
export interface JobRun {
  /** Aborted when the lock is lost or the process ends: check it before each side effect. */
  readonly signal: AbortSignal;
  /** 1 for the first run within a try of the outbox. */
  readonly attempt: number;
  /** Has job, id, attempt and the request that caused the job. */
  readonly log: Logger;
  /**
   * Finishes the job in the handler's own transaction, together with its effect. Throws `AlreadyFinished`
   * if another run was first; it must roll the effect back. Without an effect in the database it need not
   * be called: the worker finishes the job when the handler returns.
   */
  done(tx: Transaction): Promise<void>;
}

/** A handler may run twice: it loads the row first, and returns if that is gone or done. */
export type Handler<Payload, Deps> = (payload: Payload, deps: Deps, run: JobRun) => Promise<void>;

/** The handlers of a queue, one for each job: a job without one does not compile. */
export type Handlers<Queue extends QueueName, Deps> = {
  readonly [Contract in ContractOn<Queue> as Contract["name"]]: Handler<
    z.output<Contract["payload"]>,
    Deps
  >;
};
