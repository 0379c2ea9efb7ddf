import {
  listsOf,
  type QuestionDraft,
  type QuestionKind,
  type StepVoteType,
  stepVoteTypes,
} from "../../types/questions";
import type { AdminWords } from "../../words/admin";
import { ChoiceList } from "./choice-list";

interface Props {
  readonly draft: QuestionDraft;
  readonly change: (part: Partial<QuestionDraft>) => void;
  /** The kinds to choose from. */
  readonly kinds: readonly QuestionKind[];
  readonly words: AdminWords;
}

/** What a question of each kind is called. */
export const kindName = (kind: QuestionKind, { options: texts }: AdminWords): string =>
  ({ ...texts.stepTypes, ...texts.inputTypes })[kind];

/** The fields of a question that is not created yet. */
export function QuestionDraftFields({ draft, change, kinds, words }: Props) {
  const { options: texts, build } = words;
  const lists = listsOf(draft.kind);
  const listLabel = {
    none: "",
    choices: build.choices,
    "optional choices": build.optionalChoices,
    options: build.votedOn,
    "rows and columns": build.columns,
  }[lists];
  const needed = lists === "choices" || lists === "rows and columns";
  return (
    <>
      <label class="entry">
        {texts.content}
        <input
          type="text"
          required
          maxLength={1_000}
          autocomplete="off"
          value={draft.text}
          onInput={({ currentTarget }) => change({ text: currentTarget.value })}
        />
      </label>
      <label class="entry">
        {texts.inputType}
        <select
          value={draft.kind}
          onChange={({ currentTarget }) => {
            const kind = kinds.find((each) => each === currentTarget.value);
            if (kind !== undefined) change({ kind });
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindName(kind, words)}
            </option>
          ))}
        </select>
      </label>
      {lists === "options" && (
        <label class="entry">
          {build.voteType}
          <select
            value={draft.voteType}
            onChange={({ currentTarget }) => {
              const voteType = stepVoteTypes.find((each) => each === currentTarget.value);
              if (voteType !== undefined) change({ voteType });
            }}
          >
            <StepVoteTypes words={words} />
          </select>
        </label>
      )}
      {lists === "rows and columns" && (
        <ChoiceList
          live
          required
          legend={build.rows}
          words={words}
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
          words={words}
          values={draft.choices.length === 0 ? ["", ""] : draft.choices}
          change={(choices) => change({ choices })}
        />
      )}
      {draft.kind !== "info" && (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.mandatory}
            onChange={({ currentTarget }) => change({ mandatory: currentTarget.checked })}
          />{" "}
          {texts.mandatory}
        </label>
      )}
      <label class="entry">
        {build.help}
        <input
          type="text"
          maxLength={255}
          autocomplete="off"
          value={draft.help}
          onInput={({ currentTarget }) => change({ help: currentTarget.value })}
        />
      </label>
    </>
  );
}

/** The classes of votes of a step, as entries of a select. */
export const StepVoteTypes = ({ words }: { readonly words: AdminWords }) => (
  <>
    {stepVoteTypes.map((each: StepVoteType) => (
      <option key={each} value={each}>
        {words.voteTypes[each]}
      </option>
    ))}
  </>
);
