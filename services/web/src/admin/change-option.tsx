import type { OptionListItem } from "@polls/client";
import { problemText } from "../parts/feedback/problem-text";
import { linesIn } from "../parts/form/lines";
import { SavedMenu, SavedText } from "../parts/form/saved-inputs";
import { useRead } from "../parts/list/use-read";
import { isQuestion } from "../types/option-forms";
import { voteTypes } from "../types/vote-types";
import { isMergeable, Merge } from "./merge";
import { type ChangeFields, OwnFields } from "./option-changes";
import { type PollContext, statesOf } from "./poll-context";
import { InputSettings, StepSettings, SwitchSetting } from "./question-settings";
import { type OutlinedStep, soleQuestion } from "./survey-outline";

interface Props {
  readonly option: OptionListItem;
  readonly context: PollContext;
  readonly reload: () => Promise<void>;
  /** Undefined: the option is at the top level. */
  readonly parent: OptionListItem | undefined;
  /** The step of a survey. */
  readonly outlined: OutlinedStep | undefined;
}

const plainFields = ["content", "subtitle", "info_link", "author_name"] as const;

/** What an option says and asks, each saved separately, and its merge. */
export function ChangeOption({ option, context, reload, parent, outlined }: Props) {
  const { words, client, hash, updateOption } = context;
  const { options: texts } = words;
  const { id } = option;
  const { known: shown } = useRead(problemText, () => client.options.show({ poll_id: hash, id }));
  const { fields: labels } = words.problems;

  const changeAll: ChangeFields = async (fields) => {
    shown.value = await updateOption(id, () => ({
      option: typeof fields === "function" ? fields(shown.value) : fields,
    }));
    await reload();
  };
  const change = (field: string, value: unknown) => changeAll({ [field]: value });
  const sole = outlined && soleQuestion(outlined);
  const full = shown.value;
  // Pages show neither of a question.
  const isShown = (field: (typeof plainFields)[number]) =>
    field === "content" ? !isNamedByText(option) : !isQuestion(option.type) || field === "subtitle";

  if (full === undefined) return null;
  return (
    <div class="card under">
      <OwnFields option={full} context={context} change={changeAll} reload={reload} />
      {plainFields.filter(isShown).map((field) => (
        <SavedText
          key={field}
          field={field}
          label={field === "subtitle" && isQuestion(option.type) ? words.build.help : labels[field]}
          maxLength={field === "content" ? 1_000 : 255}
          value={full[field]}
          change={(value) => change(field, value || null)}
        />
      ))}
      {takesOther(option, parent, context) && (
        <SwitchSetting
          settings={full.settings}
          name="allow_other"
          label={words.build.allowOther}
          change={changeAll}
        />
      )}
      {outlined !== undefined && sole === undefined && (
        <StepSettings step={full} isEmpty={outlined.children.length === 0} change={changeAll} />
      )}
      {sole !== undefined && (
        <InputSettings
          input={sole}
          change={async (fields) => {
            await updateOption(sole.id, { option: fields });
            await reload();
          }}
        />
      )}
      <SavedText
        field="description"
        label={labels.description}
        rows={3}
        maxLength={20_000}
        value={full.description}
        change={(value) => change("description", value || null)}
      />
      {option.state !== undefined && (
        <SavedMenu
          field="state"
          label={texts.state}
          values={Object.keys(statesOf(context))}
          textOf={(state) => statesOf(context)[state] ?? state}
          value={option.state}
          change={(state) => change("state", state)}
        />
      )}
      {!isQuestion(option.type) && (
        <SavedText
          field="tags"
          label={texts.tags}
          rows={2}
          value={full.tags?.join("\n")}
          change={(value) => change("tags", linesIn(value))}
        />
      )}
      {isMergeable(option, context) && <Merge {...{ option, context, reload }} />}
    </div>
  );
}

/** Without a text, dates are called by their days and times. */
export const isNamedByText = ({ content, start_date, end_date }: OptionListItem): boolean =>
  content !== undefined || (start_date ?? end_date) === undefined;

/** Whether the option can ask for a text beside a vote. */
function takesOther(
  { child_option_type: under }: OptionListItem,
  parent: OptionListItem | undefined,
  { poll }: PollContext,
): boolean {
  const { vote_type, voting_fee_type: fee } = poll.value.settings;
  const name = vote_type ?? parent?.settings?.survey_step_vote_type;
  const type = name && voteTypes[name];
  return under === undefined && type?.picks === true && fee !== "voting_sell_votes";
}
