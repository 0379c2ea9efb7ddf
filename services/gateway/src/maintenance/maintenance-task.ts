import type { PrismaTransaction } from "@polls/db";

/** Background work that is done batch by batch. */
export interface MaintenanceTask {
  readonly name: string;
  /** Does one batch in its own transaction. Returns the number of rows; 0: nothing is left. */
  readonly batch: (tx: PrismaTransaction, now: Date) => Promise<number>;
}
