import type { OptionListItem, ParticipantResponse } from "@polls/client";
import { nameBelow, shortDateFormat } from "@polls/domain/naming";
import { withApproval } from "../results/result-view";
import { isOfDates } from "../types/option-types";
import { pollTypeOf } from "../types/poll-types";
import { nameOf } from "./option-name";
import type { PollContext } from "./poll-context";
import { readOutline } from "./survey-outline";

/** More columns than people can compare; the answers of one person are all shown. */
export const COLUMNS_MAX = 100;
/** The order of columns, and of the results that head them. */
export const sortOf = ({ poll }: Pick<PollContext, "poll">) =>
  isOfDates(poll.value) ? "options.start_date asc" : "options.position asc";

/** What participants answer: an option, a question, a row of a matrix, or a step with a drawing. */
export interface Column {
  readonly option: OptionListItem;
  readonly name: string;
  /** Of a row of a matrix: what its values 1, 2, 3 … stand for. */
  readonly choices?: readonly string[] | undefined;
}

export async function readColumns(context: PollContext): Promise<readonly Column[]> {
  const { client, hash, poll } = context;
  if (pollTypeOf(poll.value).kind === "survey") {
    const steps = await readOutline(context);
    return steps.flatMap(({ step, children }): readonly Column[] => {
      if (step.settings?.survey_step_type === "drawing") {
        return [{ option: step, name: nameOf(step, context) }];
      }
      const isMatrix = step.settings?.survey_step_type === "matrix";
      const choices = isMatrix ? step.settings?.allowed_values : undefined;
      return children.map((option) => {
        const name = nameOf(option, context);
        const isSole = children.length === 1;
        return { option, name: isSole ? name : nameBelow(step.content ?? "", name), choices };
      });
    });
  }
  const { items } = await client.options.list.page({
    poll_id: hash,
    per_page: COLUMNS_MAX,
    pair: false,
    settings: true,
    sort: sortOf(context),
  });
  return items
    .filter(({ merged_into }) => merged_into === undefined)
    .map((option) => ({
      option,
      name: withApproval(nameOf(option, context, { dateFormat: shortDateFormat }), option),
    }));
}

/** The columns that a participant answered, by a vote, a file or a drawing. */
export const answeredIn = (
  columns: readonly Column[],
  { votes, files }: Pick<ParticipantResponse, "votes" | "files">,
): readonly Column[] =>
  columns.filter(
    ({ option }) =>
      votes.some(({ option_id }) => option_id === option.id) ||
      files.some(({ parent_option_id }) => parent_option_id === option.id),
  );
