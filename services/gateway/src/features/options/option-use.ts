import { areFileAnswers, optionsHaveVotes } from "@polls/db/options";
import type { PrismaTransaction, Queryable } from "@polls/db/sql";
import {
  findChosenValues,
  findStoredVotes,
  hasAnyVote,
  hasSeveralLines,
  type VotesScope,
} from "@polls/db/votes";
import { optionTypes } from "@polls/domain/option-types";
import { neededOptionUse, type Option, type OptionUse, unusedOption } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";

/** The options below an option, and the votes on them, as far as the body needs them. Fixed under the poll's exclusive lock. */
export async function optionUse(
  tx: PrismaTransaction,
  option: Option,
  body: unknown,
): Promise<OptionUse> {
  const { id, pollId, type } = option;
  const needed = neededOptionUse(body, option);
  const hasOptions =
    needed.options &&
    (await tx.prisma.option.findFirst({
      where: { pollId, parentId: id },
      select: { id: true },
    })) !== null;
  const of = optionTypes.get(type).isStep ? "children" : "option";
  const votes: VotesScope = { pollId, of, optionId: id };
  const hasVotes = needed.votes && (await hasAnyVote(tx, votes));
  if (!hasVotes) return { ...unusedOption, hasOptions };
  return {
    hasOptions,
    hasVotes,
    storedVotes: await findStoredVotes(tx, votes, needed),
    chosenValues:
      needed.chosenValues === undefined
        ? []
        : await findChosenValues(tx, votes, needed.chosenValues),
    hasSeveralLines: needed.severalLines && (await hasSeveralLines(tx, votes)),
  };
}

/** Whether votes on an option, or those that name it as a file, keep its author from changing it. */
export const fixedByVotes = async (
  queryable: Queryable,
  { id, settings }: Pick<Poll, "id" | "settings">,
  optionIds: readonly bigint[],
): Promise<boolean> =>
  (await optionsHaveVotes(queryable, id, optionIds)) ||
  (settings.final_votes && (await areFileAnswers(queryable, id, optionIds)));
