import type { Transaction } from "@polls/db";
import type { Logger } from "@polls/telemetry";
import type { z } from "zod";
import type { ContractOn } from "./contracts";
import type { QueueName } from "./define-job";

/** One run of a job, as its handler sees it. */
export interface JobRun {
  /** Aborted when the lock is lost or the process ends: check it before each side effect. */
  readonly signal: AbortSignal;
  /** 1 for the first run within a try of the outbox. */
  readonly attempt: number;
  /** Carries job, id, attempt and the request that caused the job. */
  readonly log: Logger;
  /**
   * Finishes the job in the handler's own transaction, together with its effect. Throws
   * `AlreadyFinished` when another run was first: let it roll the effect back.
   * A handler without an effect in the database need not call it; the worker finishes the job
   * when the handler returns.
   */
  done(tx: Transaction): Promise<void>;
}

/** Every handler may run twice: it loads the row first, and returns when that is gone or done. */
export type Handler<Payload, Deps> = (payload: Payload, deps: Deps, run: JobRun) => Promise<void>;

/** One handler for each job of a queue: a job that nobody handles does not compile. */
export type Handlers<Queue extends QueueName, Deps> = {
  readonly [Contract in ContractOn<Queue> as Contract["name"]]: Handler<
    z.output<Contract["payload"]>,
    Deps
  >;
};
