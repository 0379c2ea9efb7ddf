import type { PollSettings } from "./settings";

export type PollStatus = "active" | "closed";

/** A voting category; ids stay with their titles over updates (decisions 3). */
export interface VotingCategory {
  readonly id: number;
  readonly title: string;
}

/** A poll as the domain knows it: the row, with every setting present or defaulted. */
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
  /** As stored; whether the poll is closed by its deadline is computed when read. */
  readonly status: PollStatus;
  /** When an admin closed it; undefined while it is open, or closed by its deadline only. */
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
