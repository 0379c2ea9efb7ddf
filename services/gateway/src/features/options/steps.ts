import type { PrismaQueryable } from "@polls/db";
import { isObject } from "@polls/domain/input";
import { branchesReferBack, optionsInBranching } from "@polls/domain/options";
import { pollTypes } from "@polls/domain/poll-types";
import type { Poll } from "@polls/domain/polls";
import { Invalid } from "@polls/domain/refusals";

/** A step of a survey with the public ids of the options under it. */
export interface StepRow {
  readonly id: bigint;
  readonly publicId: string;
  readonly position: number;
  readonly data: unknown;
  readonly optionIds: readonly string[];
}

/** The steps of a survey in order; none in other polls. */
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
 * Public ids that the branching of a step may name: those under earlier steps. Asked of the
 * database only for a body that brings branching rules.
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

/** Throws 422 where, after a move, the branching of a step names what does not come before it. */
export async function requireBranchesReferBack(
  queryable: PrismaQueryable,
  poll: Poll,
): Promise<void> {
  if (!branchesReferBack(await loadSteps(queryable, poll))) {
    const sentence = "would put a step before what its branching names";
    throw new Invalid({ position: [sentence] }, "branching_looks_ahead");
  }
}

/** Whether the branching of a step that stays names an option that goes. */
export async function isUsedInBranching(
  queryable: PrismaQueryable,
  poll: Poll,
  doomed: ReadonlySet<bigint>,
): Promise<boolean> {
  const steps = await loadSteps(queryable, poll);
  const named = optionsInBranching(steps.filter(({ id }) => !doomed.has(id)));
  if (named.size === 0) return false;
  const used = await queryable.prisma.option.count({
    where: { pollId: poll.id, id: { in: [...doomed] }, publicId: { in: [...named] } },
  });
  return used > 0;
}
