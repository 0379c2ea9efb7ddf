import type { Sql } from "@polls/db";
import type { Option, Participant, Poll, Purchase, Vote } from "@polls/domain";
import { unavailable } from "../../http/problem";

/** Votes that are to be paid for before they count (decisions 10). */
export interface BoughtVote {
  readonly poll: Poll;
  readonly participant: Participant;
  readonly option: Option;
  readonly vote: Pick<Vote, "publicId" | "value" | "paidVotes">;
  readonly purchase: Purchase;
}

/** Opens the payments of bought votes in the transaction of the votes; gives the pages to pay at, in order. */
export type OpenPurchases = (sql: Sql, bought: readonly BoughtVote[]) => Promise<readonly string[]>;

/** A deployment without a payment provider sells no votes: the vote is refused and nothing is kept. */
export const noPurchases: OpenPurchases = () => {
  throw unavailable("This service takes no payments", 3_600);
};
