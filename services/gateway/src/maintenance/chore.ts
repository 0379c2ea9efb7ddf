import type { PrismaTransaction } from "@polls/db";

/** Something that is tidied up in the background, batch by batch. */
export interface Chore {
  readonly name: string;
  /** Does one batch in a transaction of its own; returns how many rows it did, 0: nothing is left. */
  readonly batch: (tx: PrismaTransaction, now: Date) => Promise<number>;
}
