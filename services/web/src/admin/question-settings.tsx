import type { Option, OptionListItem } from "@polls/client";
import { ChoiceList } from "../parts/form/choice-list";
import { kindName } from "../parts/form/question-draft";
import { SavedField } from "../parts/form/saved-field";
import { SavedCheck, SavedMenu, SavedNumber } from "../parts/form/saved-inputs";
import {
  defaultStepVoteType,
  hasChoices,
  type InputType,
  inputKinds,
  needsChoices,
  stepVoteTypes,
} from "../types/questions";
import { adminWords } from "../words/admin";

type Change = (fields: Readonly<Record<string, unknown>>) => Promise<unknown>;

interface InputProps {
  readonly input: OptionListItem | Option;
  readonly change: Change;
}

/** The type of an input, its choices, and whether it must be answered. */
export function InputSettings({ input, change }: InputProps) {
  const { options: texts, build, problems } = adminWords.words();
  const { fields } = problems;
  const { input_type: type = "text", settings } = input;
  const choices = settings?.allowed_values ?? [];
  const retype = (wanted: InputType): Promise<unknown> =>
    change({
      input_type: wanted,
      // Without choices, no participant could answer it.
      ...(needsChoices(wanted) &&
        choices.length === 0 && { settings: { allowed_values: [...build.firstChoices] } }),
    });
  return (
    <>
      <SavedMenu<InputType>
        field="input_type"
        label={fields.input_type}
        value={type}
        values={inputKinds}
        textOf={kindName}
        change={retype}
      />
      {hasChoices(type) && (
        <ListSetting
          key={`${type} ${choices.length === 0}`}
          change={change}
          legend={needsChoices(type) ? fields.allowed_values : build.optionalChoices}
          values={choices}
        />
      )}
      {hasChoices(type) && choices.length > 0 && (
        <SwitchSetting {...{ change, settings }} name="allow_other" label={build.allowOther} />
      )}
      {type === "text" && (
        <SwitchSetting {...{ change, settings }} name="multiline" label={build.multiline} />
      )}
      <SwitchSetting {...{ change, settings }} name="mandatory" label={texts.mandatory} />
    </>
  );
}

/** What is on a step, how one votes under it, and whether it must be answered. */
export function StepSettings({
  step,
  isEmpty,
  change,
}: {
  readonly step: Option;
  /** Whether nothing is under it. Only then its type can change. */
  readonly isEmpty: boolean;
  readonly change: Change;
}) {
  const { options: texts, build, problems, voteTypes } = adminWords.words();
  const { fields } = problems;
  const { settings } = step;
  const type = settings?.survey_step_type ?? "info";
  const limits = [
    ["survey_step_vote_limit_per_voter", build.stepLimit],
    ["survey_step_vote_limit_per_voter_min", build.stepLeast],
  ] as const;
  return (
    <>
      <SavedMenu
        field="settings.survey_step_type"
        label={fields.survey_step_type}
        hint={isEmpty ? undefined : build.stepTypeFixed}
        value={type}
        disabled={!isEmpty}
        values={["input", "vote", "matrix", "drawing", "info"]}
        textOf={(each) => texts.stepTypes[each]}
        change={(value) =>
          change({
            settings: {
              survey_step_type: value,
              ...(value === "matrix" &&
                settings?.allowed_values === undefined && {
                  allowed_values: [...build.firstChoices],
                }),
            },
          })
        }
      />
      {type === "matrix" && (
        <ListSetting
          change={change}
          legend={build.columns}
          values={settings?.allowed_values ?? []}
        />
      )}
      {type === "vote" && (
        <>
          <SavedMenu
            field="settings.survey_step_vote_type"
            label={fields.survey_step_vote_type}
            value={settings?.survey_step_vote_type ?? defaultStepVoteType}
            values={stepVoteTypes}
            textOf={(each) => voteTypes[each]}
            change={(value) => change({ settings: { survey_step_vote_type: value } })}
          />
          {limits.map(([name, label]) => (
            <SavedNumber
              key={name}
              field={`settings.${name}`}
              label={label}
              value={settings?.[name]}
              change={(value) => change({ settings: { [name]: value } })}
            />
          ))}
        </>
      )}
      {type !== "info" && (
        <SwitchSetting
          {...{ change, settings }}
          name="require_vote"
          label={type === "input" ? build.allMandatory : texts.mandatory}
        />
      )}
    </>
  );
}

const ListSetting = ({
  change,
  legend,
  values,
}: {
  readonly change: Change;
  readonly legend: string;
  readonly values: readonly string[];
}) => (
  <SavedField field="settings.allowed_values">
    {(save, described) => (
      <ChoiceList
        legend={legend}
        values={values}
        described={described}
        change={(wanted) =>
          void save(() =>
            change({ settings: { allowed_values: wanted.length === 0 ? null : [...wanted] } }),
          )
        }
      />
    )}
  </SavedField>
);

/** A setting of a question that is on or off. */
export const SwitchSetting = ({
  change,
  settings,
  name,
  label,
}: {
  readonly change: Change;
  readonly settings: OptionListItem["settings"];
  readonly name: "allow_other" | "mandatory" | "multiline" | "require_vote";
  readonly label: string;
}) => (
  <SavedCheck
    field={`settings.${name}`}
    label={label}
    value={settings?.[name] === true}
    change={(checked) => change({ settings: { [name]: checked } })}
  />
);
