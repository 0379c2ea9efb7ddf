import type { PollSettings } from "./settings";

export type PollStatus = "active" | "closed";

/** A voting category; a title keeps its id over updates (docs/reference/polls.md#voting-categories). */
export interface VotingCategory {
  readonly id: number;
  readonly title: string;
}

/** A poll: its row, with defaults for settings that are not set. */
export interface Poll {
  readonly id: bigint;
  readonly memberHash: string;
  readonly adminHash: string;
  /** A name of the poll type registry. */
  readonly type: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly location: string | undefined;
  readonly creatorName: string | undefined;
  readonly creatorEmail: string | undefined;
  /** As stored; `statusOf` also knows the deadline. */
  readonly status: PollStatus;
  /** When an admin closed the poll; undefined: open, or closed by its deadline only. */
  readonly closedAt: Date | undefined;
  readonly passwordHash: string | undefined;
  readonly settings: PollSettings;
  readonly votingCategories: readonly VotingCategory[];
  readonly ownerAccountId: bigint | undefined;
  readonly ownerOrganizationId: bigint | undefined;
  readonly createdByAccountId: bigint;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The account that a poll counts for: its owner, in an organization the member that created it. */
export const accountOfPoll = (poll: Pick<Poll, "ownerAccountId" | "createdByAccountId">): bigint =>
  poll.ownerAccountId ?? poll.createdByAccountId;
