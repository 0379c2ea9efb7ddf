import {
  type Poll,
  type PollStatus,
  pollSettingsOf,
  type VotingCategory,
} from "@polls/domain/polls";
import type { Poll as PollRow } from "../generated/prisma/client";

/** Converts a row of `polls` and adds defaults for missing settings. */
export const pollFromRow = (
  row: Omit<PollRow, "deletedAt" | "takenDownAt" | "takenDownReason">,
): Poll => ({
  id: row.id,
  memberHash: row.memberHash,
  adminHash: row.adminHash,
  type: row.type,
  title: row.title,
  description: row.description ?? undefined,
  location: row.location ?? undefined,
  creatorName: row.creatorName ?? undefined,
  creatorEmail: row.creatorEmail ?? undefined,
  status: row.status as PollStatus,
  closedAt: row.closedAt ?? undefined,
  passwordHash: row.passwordHash ?? undefined,
  settings: pollSettingsOf(row.type, row.settings),
  votingCategories: row.votingCategories as unknown as readonly VotingCategory[],
  ownerAccountId: row.ownerAccountId ?? undefined,
  ownerOrganizationId: row.ownerOrganizationId ?? undefined,
  createdByAccountId: row.createdByAccountId,
  version: row.version,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
