import { type Db, newPublicId, type Prisma, pollFromRow } from "@polls/db";
import type { Poll, PollStatus, VotingCategory } from "@polls/domain/polls";
import { buildAccount } from "./account";

export interface PollFacts {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly status?: PollStatus;
  /** As the database keeps it: what was given, by wire name; defaults need no mention. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly votingCategories?: readonly VotingCategory[];
  readonly passwordHash?: string;
  readonly memberHash?: string;
  readonly adminHash?: string;
  /** Without an owner an account is made for it. */
  readonly ownerAccountId?: bigint;
  readonly ownerOrganizationId?: bigint;
  readonly createdByAccountId?: bigint;
  readonly createdAt?: Date;
  readonly deletedAt?: Date;
}

/** A poll with everything it needs; a test names only what matters to it. */
export async function buildPoll(db: Db, facts: PollFacts = {}): Promise<Poll> {
  const {
    settings = {},
    votingCategories = [],
    ownerAccountId,
    ownerOrganizationId,
    createdByAccountId,
    ...columns
  } = facts;
  const owner = ownerAccountId ?? createdByAccountId ?? (await buildAccount(db)).id;
  const row = await db.prisma.poll.create({
    data: {
      memberHash: newPublicId(),
      adminHash: newPublicId(),
      type: "Polls::Voting",
      title: "Where do we eat",
      ...columns,
      settings: settings as Prisma.InputJsonObject,
      votingCategories: votingCategories as unknown as Prisma.InputJsonArray,
      createdByAccountId: createdByAccountId ?? owner,
      ...(ownerOrganizationId === undefined ? { ownerAccountId: owner } : { ownerOrganizationId }),
    },
  });
  return pollFromRow(row);
}
