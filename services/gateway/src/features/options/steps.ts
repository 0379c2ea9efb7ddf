import type { PrismaQueryable } from "@polls/db";
import { isObject } from "@polls/domain/input";
import { branchesReferBack, optionsInBranching } from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";

/** A survey step with the public ids of its children. */
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

/**
 * Public ids of the options below earlier steps, which branching may name. Loaded only for bodies
 * with `data`.
 */
export async function earlierOptionIds(
  queryable: PrismaQueryable,
  poll: Poll,
  body: unknown,
  currentPosition: number | undefined,
): Promise<ReadonlySet<string>> {
  const option = isObject(body) && isObject(body.option) ? body.option : {};
  if (!isObject(option.data)) return new Set();
  const position = typeof option.position === "number" ? option.position : currentPosition;
  const steps = await loadSteps(queryable, poll);
  const earlier = steps.filter((step) => position === undefined || step.position < position);
  return new Set(earlier.flatMap(({ optionIds }) => optionIds));
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

/** Whether the branching of another step names one of the options. */
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
