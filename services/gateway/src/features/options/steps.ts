import { optionFromRow } from "@polls/db/rows";
import type { PrismaQueryable, PrismaTransaction } from "@polls/db/sql";
import { markSkippedVotes, participantBatches } from "@polls/db/votes";
import { isObject } from "@polls/domain/input";
import { branchesReferBack, type EarlierOptions, optionsInBranching } from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";
import { votingRules } from "@polls/domain/votes";

interface StepRow {
  readonly id: bigint;
  readonly publicId: string;
  readonly position: number;
  readonly data: unknown;
  readonly optionIds: readonly string[];
}

/** Loads the steps of a survey in order. Empty in other polls. */
async function loadSteps(queryable: PrismaQueryable, poll: Poll): Promise<readonly StepRow[]> {
  if (!pollTypes.get(poll.type).hasSteps) return [];
  const rows = await queryable.prisma.option.findMany({
    where: { pollId: poll.id, parentId: null },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: {
      id: true,
      publicId: true,
      position: true,
      data: true,
      children: { select: { publicId: true } },
    },
  });
  return rows.map(({ children, ...step }) => ({
    ...step,
    optionIds: children.map(({ publicId }) => publicId),
  }));
}

/** The options that branching may name, with their votes. Loaded only for bodies with `data`. */
export async function earlierOptions(
  queryable: PrismaQueryable,
  poll: Poll,
  body: unknown,
  currentPosition: number | undefined,
): Promise<EarlierOptions> {
  const option = isObject(body) && isObject(body.option) ? body.option : {};
  if (!isObject(option.data) || !pollTypes.get(poll.type).hasSteps) return new Map();
  const position = typeof option.position === "number" ? option.position : currentPosition;
  const steps = await queryable.prisma.option.findMany({
    where: {
      pollId: poll.id,
      parentId: null,
      ...(position !== undefined && { position: { lt: position } }),
    },
    include: { children: true },
  });
  return new Map(
    steps.flatMap(({ children, ...row }) => {
      const parent = optionFromRow(row);
      return children
        .map(optionFromRow)
        .map((child) => [child.publicId, votingRules(poll, { option: child, parent })]);
    }),
  );
}

/** Throws 422 if, after a move, the branching of a step names an option below a later step. */
export async function requireBranchesReferBack(
  queryable: PrismaQueryable,
  poll: Poll,
): Promise<void> {
  if (!branchesReferBack(await loadSteps(queryable, poll))) {
    const sentence = "would place a step before an option that its branching names";
    throw new Invalid({ position: [sentence] }, "branching_looks_ahead");
  }
}

/** A poll with more votes keeps its rules, because a change counts all its votes again. */
const VOTES_MAX = 10_000;

/** Counts the votes of a survey again. The transaction holds the exclusive lock of the poll. */
export async function followChangedRules(tx: PrismaTransaction, poll: Poll): Promise<void> {
  const { id: pollId } = poll;
  const [many] = await tx.prisma.vote.findMany({
    where: { pollId },
    orderBy: { id: "asc" },
    skip: VOTES_MAX,
    take: 1,
    select: { id: true },
  });
  if (many !== undefined) {
    throw new Invalid({ data: ["cannot be changed once there are votes"] });
  }
  for await (const participants of participantBatches(tx, pollId)) {
    await markSkippedVotes(tx, poll, participants);
  }
}

export async function isUsedInBranching(
  queryable: PrismaQueryable,
  poll: Poll,
  ids: ReadonlySet<bigint>,
): Promise<boolean> {
  const steps = await loadSteps(queryable, poll);
  const named = optionsInBranching(steps.filter(({ id }) => !ids.has(id)));
  if (named.size === 0) return false;
  const used = await queryable.prisma.option.count({
    where: { pollId: poll.id, id: { in: [...ids] }, publicId: { in: [...named] } },
  });
  return used > 0;
}
