import type { PollSettings } from "./settings";

export type PollStatus = "active" | "closed";

/** A voting category. A title keeps its id in updates (docs/reference/polls.md#voting-categories). */
export interface VotingCategory {
  readonly id: number;
  readonly title: string;
}

/** A poll: its row, with defaults for missing settings. */
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
  /** The stored status. `statusOf` also considers the deadline. */
  readonly status: PollStatus;
  /** When an admin closed the poll. Undefined when it is open, or only closed by its deadline. */
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

/** The account to which a poll is attributed: its owner, or the member that created it. */
export const accountOfPoll = (poll: Pick<Poll, "ownerAccountId" | "createdByAccountId">): bigint =>
  poll.ownerAccountId ?? poll.createdByAccountId;
