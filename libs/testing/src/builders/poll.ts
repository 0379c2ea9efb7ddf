import type { Db, Prisma } from "@polls/db/connection";
import { pollFromRow } from "@polls/db/rows";
import { newPublicId } from "@polls/db/tokens";
import type { Poll, PollStatus, VotingCategory } from "@polls/domain/polls";
import { buildAccount } from "./account";

export interface PollFacts {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly status?: PollStatus;
  /** Settings in stored form: given values by wire name, without defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly votingCategories?: readonly VotingCategory[];
  readonly passwordHash?: string;
  readonly memberHash?: string;
  readonly adminHash?: string;
  /** By default, a new account is the owner. */
  readonly ownerAccountId?: bigint;
  readonly ownerOrganizationId?: bigint;
  readonly createdByAccountId?: bigint;
  readonly createdAt?: Date;
  readonly deletedAt?: Date;
}

/** Creates a poll with everything it needs. Tests pass only the fields that matter. */
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
