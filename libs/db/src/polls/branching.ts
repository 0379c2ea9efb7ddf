import { branchRules } from "@polls/domain/branching";
import { groupBy } from "@polls/domain/grouping";
import { pollTypes } from "@polls/domain/poll-types";
import type { Poll } from "@polls/domain/polls";
import type { Branching } from "@polls/domain/votes";
import type { Queryable } from "../sql/queryable";
import { prepared, query } from "../sql/statement";

interface StepRow {
  readonly id: bigint;
  readonly publicId: string;
  readonly pollId: bigint;
  readonly data: unknown;
}

const stepsSql = query<StepRow>(
  "steps-of-surveys",
  `SELECT id, public_id, poll_id, data FROM options
   WHERE poll_id = ANY($1::bigint[]) AND parent_id IS NULL AND data ? 'branch'
   ORDER BY position, id`,
  prepared,
);

const namedSql = query<
  Pick<StepRow, "id" | "publicId" | "pollId"> & { readonly inputType: string | null }
>(
  "options-named-in-branching",
  "SELECT id, public_id, poll_id, input_type FROM options WHERE public_id = ANY($1)",
  prepared,
);

/** The branching of those of the polls that are surveys whose steps have rules, by id of the poll. */
export async function findBranching(
  queryable: Queryable,
  polls: readonly Pick<Poll, "id" | "type">[],
): Promise<ReadonlyMap<bigint, Branching>> {
  const surveys = polls.filter(({ type }) => pollTypes.get(type).hasSteps);
  if (surveys.length === 0) return new Map();
  const { rows } = await queryable.run(stepsSql(surveys.map(({ id }) => String(id))));
  const rules = rows.flatMap(({ data }) => branchRules(data));
  if (rules.length === 0) return new Map();
  const ids = [...new Set(rules.map(({ when }) => when.option_id))];
  const named = groupBy((await queryable.run(namedSql(ids))).rows, ({ pollId }) => pollId);
  const branching = new Map<bigint, Branching>();
  for (const [pollId, steps] of groupBy(rows, (step) => step.pollId)) {
    const options = named.get(pollId);
    if (options === undefined) continue;
    branching.set(pollId, {
      steps,
      named: new Map(
        options.map(({ id, publicId, inputType }) => [
          id,
          { publicId, inputType: inputType ?? undefined },
        ]),
      ),
    });
  }
  return branching;
}
