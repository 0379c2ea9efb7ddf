import type { Db, Prisma } from "@polls/db/connection";
import { pollFromRow } from "@polls/db/rows";
import { newPublicId } from "@polls/db/tokens";
import type { Poll, VotingCategory } from "@polls/domain/polls";
import { buildAccount } from "./account";

type PollColumns = Omit<Prisma.PollUncheckedCreateInput, "settings" | "votingCategories">;

/** By default, a new account is the owner. */
export interface PollFacts extends Partial<PollColumns> {
  /** Settings in stored form: given values by wire name, without defaults. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly votingCategories?: readonly VotingCategory[];
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
