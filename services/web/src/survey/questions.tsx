import type { OptionListItem } from "@polls/client";
import { type Ballot, keyOf, noMark } from "../ballot/ballot";
import { AnswerField } from "../parts/form/answer-field";
import { useOtherAnswer } from "../parts/form/use-other-answer";
import { VoteState } from "../poll/vote-state";
import type { Visit } from "../session/visit";

/** The inputs of a step. */
export function Questions({
  title,
  inputs,
  visit,
  ballot,
  open,
  needsAll,
  asked,
}: {
  /** The text of the step. A question that repeats it shows no label. */
  readonly title: string | undefined;
  readonly inputs: readonly OptionListItem[];
  readonly visit: Visit;
  readonly ballot: Ballot;
  readonly open: boolean;
  readonly needsAll: boolean;
  /** Whether the visitor has tried to continue. */
  readonly asked: boolean;
}) {
  const parts = useOtherAnswer(inputs.some((input) => input.settings?.allow_other));
  return (
    <>
      {inputs.map((input) => {
        const place = { optionId: input.id };
        const mark = ballot.marks.value.get(keyOf(place)) ?? noMark;
        const value = mark.value === undefined ? undefined : String(mark.value);
        const needed = needsAll || input.settings?.mandatory === true;
        return (
          <div key={input.id} data-option={input.id}>
            <AnswerField
              input={needed && input.settings !== undefined ? needing(input) : input}
              id={`question-${input.id}`}
              label={input.content ?? ""}
              labelShown={input.content !== title}
              value={value}
              set={(text) => ballot.vote(place, text)}
              disabled={!open || mark.fixed === true}
              missing={asked && needed && value === undefined}
              visit={visit}
              Other={parts?.OtherChoices}
            />
            {input.subtitle !== undefined && <p class="fine">{input.subtitle}</p>}
            <VoteState mark={mark} words={visit.words} />
          </div>
        );
      })}
    </>
  );
}

const needing = (input: OptionListItem): OptionListItem => ({
  ...input,
  ...(input.settings !== undefined && { settings: { ...input.settings, mandatory: true } }),
});
