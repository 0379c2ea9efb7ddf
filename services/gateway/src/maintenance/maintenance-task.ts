import type { PrismaTransaction } from "@polls/db/sql";

/** Background work in batches. */
export interface MaintenanceTask {
  readonly name: string;
  /** Of tables that all shelves share: it is done once. */
  readonly ofCommonTables?: true;
  /**
   * Does one batch of a shelf in its own transaction. Returns the number of rows; 0 means that none is left.
   */
  readonly batch: (tx: PrismaTransaction, now: Date, shelf: number) => Promise<number>;
}
