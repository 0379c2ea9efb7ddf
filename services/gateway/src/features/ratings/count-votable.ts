import { countVotable } from "@polls/db/options";
import type { PrismaQueryable } from "@polls/db/sql";
import { optionTypes } from "@polls/domain/option-types";
import type { Poll } from "@polls/domain/polls";
import type { VotingRules } from "@polls/domain/votes";

/** The number of votable options that members see, which is the points of the first rank. */
export const countVotableNow = (
  queryable: PrismaQueryable,
  poll: Poll,
  { stepId }: Pick<VotingRules, "stepId">,
) => countVotable(queryable, poll.id, stepId, { never: neverVotable, groups });

const neverVotable = optionTypes.all.filter(({ votable }) => !votable).map(({ name }) => name);

const groups = optionTypes.all.flatMap(({ groupedAs }) =>
  groupedAs === undefined ? [] : [groupedAs],
);
