import {
  listsOf,
  type QuestionDraft,
  type QuestionKind,
  stepVoteTypes,
} from "../../types/questions";
import { adminWords } from "../../words/admin";
import { Check } from "./check";
import { ChoiceList } from "./choice-list";
import { Field } from "./field";
import { Menu } from "./menu";

interface Props {
  readonly draft: QuestionDraft;
  readonly change: (part: Partial<QuestionDraft>) => void;
  /** The kinds to choose from. */
  readonly kinds: readonly QuestionKind[];
}

export function kindName(kind: QuestionKind): string {
  const { stepTypes, inputTypes } = adminWords.words().options;
  return { ...stepTypes, ...inputTypes }[kind];
}

export function QuestionDraftFields({ draft, change, kinds }: Props) {
  const { options: texts, build, problems, voteTypes } = adminWords.words();
  const { fields } = problems;
  const lists = listsOf(draft.kind);
  const listLabel = {
    none: "",
    choices: fields.allowed_values,
    "optional choices": build.optionalChoices,
    options: build.votedOn,
    "rows and columns": build.columns,
  }[lists];
  const needed = lists === "choices" || lists === "rows and columns";
  return (
    <>
      <Field
        label={fields.content}
        required
        maxLength={1_000}
        autocomplete="off"
        value={draft.text}
        onInput={({ currentTarget }) => change({ text: currentTarget.value })}
      />
      <Menu
        label={fields.input_type}
        values={kinds}
        textOf={kindName}
        value={draft.kind}
        set={(kind) => change({ kind })}
      />
      {lists === "options" && (
        <Menu
          label={fields.survey_step_vote_type}
          values={stepVoteTypes}
          textOf={(each) => voteTypes[each]}
          value={draft.voteType}
          set={(voteType) => change({ voteType })}
        />
      )}
      {lists === "rows and columns" && (
        <ChoiceList
          live
          required
          legend={build.rows}
          values={draft.rows.length === 0 ? [""] : draft.rows}
          change={(rows) => change({ rows })}
        />
      )}
      {lists !== "none" && (
        <ChoiceList
          key={listLabel}
          live
          required={needed}
          legend={listLabel}
          values={draft.choices.length === 0 ? ["", ""] : draft.choices}
          change={(choices) => change({ choices })}
        />
      )}
      {draft.kind !== "info" && (
        <Check
          label={texts.mandatory}
          checked={draft.mandatory}
          set={(mandatory) => change({ mandatory })}
        />
      )}
      <Field
        label={build.help}
        maxLength={255}
        autocomplete="off"
        value={draft.help}
        onInput={({ currentTarget }) => change({ help: currentTarget.value })}
      />
    </>
  );
}
