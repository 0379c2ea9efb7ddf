import type { OptionListItem, Participant } from "@polls/client";
import { keyOf, noMark } from "../ballot/ballot";
import { AnswerField } from "../parts/form/answer-field";
import type { AnswerProps } from "../parts/form/field-props";
import { answerText, OTHER } from "../parts/show/answer-text";
import { PayLink } from "../poll/pay-link";
import { VoteState } from "../poll/vote-state";
import type { Visit } from "../session/visit";
import type { Words } from "../words";
import type { TableRow } from "./rows";

/** The text of a cell of another row, where other answers are not shown. */
function shownText(column: OptionListItem, text: string | undefined, words: Words): string {
  const isOther = column.settings?.allow_other === true && text === OTHER;
  return isOther ? words.answer.other : answerText(column, text, words);
}

export const rowId = ({ id }: Participant): string => `row-${id}`;

/** The cells of a participant: fields in an own row, texts in others. */
export function RowOf({
  row: { participant, ballot, texts },
  columns,
  visit,
  open,
  other,
}: {
  readonly row: TableRow;
  readonly columns: readonly OptionListItem[];
  readonly visit: Visit;
  readonly open: boolean;
  readonly other: AnswerProps["Other"];
}) {
  const { words } = visit;
  const name = participant.user_name === "" ? words.table.nameless : participant.user_name;
  return (
    <tr id={rowId(participant)} class={ballot === undefined ? undefined : "own"}>
      <th scope="row">
        {name} {ballot !== undefined && <span class="fine">{words.table.own}</span>}
        {participant.place === "waiting" && (
          <p class="fine">
            {words.errors.waiting_for_place} ({participant.waiting_position})
          </p>
        )}
        {participant.payment_url !== undefined && (
          <PayLink url={participant.payment_url} words={words} quiet />
        )}
      </th>
      {columns.map((column) => {
        if (ballot === undefined) {
          return (
            <td key={column.id}>
              <span class="column" aria-hidden="true">
                {column.content}
              </span>
              {shownText(column, texts.get(column.id), words)}
            </td>
          );
        }
        const place = { optionId: column.id };
        const mark = ballot.marks.value.get(keyOf(place)) ?? noMark;
        return (
          <td key={column.id}>
            <span class="column" aria-hidden="true">
              {column.content}
            </span>
            <AnswerField
              input={column}
              id={`${participant.id}-${column.id}`}
              label={column.content ?? ""}
              labelShown={false}
              value={mark.value === undefined ? undefined : String(mark.value)}
              set={(text) => ballot.vote(place, text)}
              disabled={!open || participant.place === "waiting" || mark.fixed === true}
              visit={visit}
              Other={other}
            />
            <VoteState mark={mark} words={words} />
          </td>
        );
      })}
    </tr>
  );
}
