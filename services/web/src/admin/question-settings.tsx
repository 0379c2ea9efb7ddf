import type { Option, OptionListItem } from "@polls/client";
import { ChoiceList } from "../parts/form/choice-list";
import { Field, Menu, type MenuProps } from "../parts/form/field";
import { usePending } from "../parts/form/pending";
import { kindName } from "../parts/form/question-draft";
import { SavedField } from "../parts/form/saved-field";
import {
  defaultStepVoteType,
  hasChoices,
  type InputType,
  inputKinds,
  needsChoices,
  stepVoteTypes,
} from "../types/questions";
import type { PollContext } from "./poll-context";

type Change = (fields: Readonly<Record<string, unknown>>) => Promise<unknown>;

interface InputProps {
  readonly input: OptionListItem | Option;
  readonly context: PollContext;
  readonly change: Change;
}

/** The type of an input, its choices, and whether it must be answered. */
export function InputSettings({ input, context: { words }, change }: InputProps) {
  const { options: texts, build } = words;
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
      <SavedField words={words} field="input_type">
        {(save, described) => (
          <Choice
            label={texts.inputType}
            value={type}
            described={described}
            values={inputKinds}
            textOf={(kind) => kindName(kind, words)}
            save={(kind) => save(() => retype(kind))}
          />
        )}
      </SavedField>
      {hasChoices(type) && (
        <ListSetting
          key={`${type} ${choices.length === 0}`}
          {...{ words, change }}
          legend={needsChoices(type) ? build.choices : build.optionalChoices}
          values={choices}
        />
      )}
      {hasChoices(type) && choices.length > 0 && (
        <OtherSetting {...{ words, change }} value={settings?.allow_other === true} />
      )}
      {type === "text" && (
        <SwitchSetting
          {...{ words, change }}
          name="multiline"
          label={build.multiline}
          value={settings?.multiline === true}
        />
      )}
      <SwitchSetting
        {...{ words, change }}
        name="mandatory"
        label={texts.mandatory}
        value={settings?.mandatory === true}
      />
    </>
  );
}

/** What is on a step, how one votes under it, and whether it must be answered. */
export function StepSettings({
  step,
  isEmpty,
  context: { words },
  change,
}: {
  readonly step: Option;
  /** Whether nothing is under it. Only then its type can change. */
  readonly isEmpty: boolean;
  readonly context: PollContext;
  readonly change: Change;
}) {
  const { options: texts, build } = words;
  const { settings } = step;
  const type = settings?.survey_step_type ?? "info";
  const limits = [
    ["survey_step_vote_limit_per_voter", build.stepLimit],
    ["survey_step_vote_limit_per_voter_min", build.stepLeast],
  ] as const;
  return (
    <>
      <SavedField words={words} field="settings.survey_step_type">
        {(save, described) => (
          <Choice
            label={texts.stepType}
            hint={isEmpty ? undefined : build.stepTypeFixed}
            value={type}
            disabled={!isEmpty}
            described={described}
            save={(value) =>
              save(() =>
                change({
                  settings: {
                    survey_step_type: value,
                    ...(value === "matrix" &&
                      settings?.allowed_values === undefined && {
                        allowed_values: [...build.firstChoices],
                      }),
                  },
                }),
              )
            }
            values={["input", "vote", "matrix", "drawing", "info"]}
            textOf={(each) => texts.stepTypes[each]}
          />
        )}
      </SavedField>
      {type === "matrix" && (
        <ListSetting
          {...{ words, change }}
          legend={build.columns}
          values={settings?.allowed_values ?? []}
        />
      )}
      {type === "vote" && (
        <>
          <SavedField words={words} field="settings.survey_step_vote_type">
            {(save, described) => (
              <Choice
                label={build.voteType}
                value={settings?.survey_step_vote_type ?? defaultStepVoteType}
                described={described}
                values={stepVoteTypes}
                textOf={(each) => words.voteTypes[each]}
                save={(value) => save(() => change({ settings: { survey_step_vote_type: value } }))}
              />
            )}
          </SavedField>
          {limits.map(([name, label]) => (
            <SavedField key={name} words={words} field={`settings.${name}`}>
              {(save, described) => (
                <Field
                  label={label}
                  type="number"
                  min={1}
                  step={1}
                  defaultValue={String(settings?.[name] ?? "")}
                  aria-describedby={described}
                  onChange={({ currentTarget: { value, valueAsNumber, validity } }) => {
                    const wanted = value === "" ? null : valueAsNumber;
                    if (validity.valid) {
                      void save(() => change({ settings: { [name]: wanted } }));
                    }
                  }}
                />
              )}
            </SavedField>
          ))}
        </>
      )}
      {type !== "info" && (
        <SwitchSetting
          {...{ words, change }}
          name="require_vote"
          label={type === "input" ? build.allMandatory : texts.mandatory}
          value={settings?.require_vote === true}
        />
      )}
    </>
  );
}

interface SettingProps {
  readonly words: PollContext["words"];
  readonly change: Change;
}

const ListSetting = ({
  words,
  change,
  legend,
  values,
}: SettingProps & { readonly legend: string; readonly values: readonly string[] }) => (
  <SavedField words={words} field="settings.allowed_values">
    {(save, described) => (
      <ChoiceList
        legend={legend}
        words={words}
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

const SwitchSetting = ({
  words,
  change,
  name,
  label,
  value,
}: SettingProps & {
  readonly name: "allow_other" | "mandatory" | "multiline" | "require_vote";
  readonly label: string;
  readonly value: boolean;
}) => (
  <SavedField words={words} field={`settings.${name}`}>
    {(save, described) => (
      <Check
        label={label}
        value={value}
        described={described}
        save={(checked) => save(() => change({ settings: { [name]: checked } }))}
      />
    )}
  </SavedField>
);

/** Whether participants can name another answer. */
export const OtherSetting = (props: SettingProps & { readonly value: boolean }) => (
  <SwitchSetting {...props} name="allow_other" label={props.words.build.allowOther} />
);

function Check({
  label,
  value,
  described,
  save,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly described: string;
  readonly save: (value: boolean) => Promise<void>;
}) {
  const [current, set] = usePending({ value, save });
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={current}
        aria-describedby={described}
        onChange={({ currentTarget: { checked } }) => set(checked)}
      />{" "}
      {label}
    </label>
  );
}

/** A choice that is saved at once. */
function Choice<Each extends string>({
  value,
  save,
  ...menu
}: MenuProps<Each> & {
  readonly value: Each;
  readonly save: (value: Each) => Promise<void>;
}) {
  const [current, set] = usePending({ value, save });
  return <Menu {...menu} value={current} set={set} />;
}

/** The number of places of an option, where each option has its own. */
export function Places({
  option,
  context: { words },
  change,
}: {
  readonly option: Option;
  readonly context: PollContext;
  readonly change: Change;
}) {
  const places = option.settings?.voter_limit;
  return (
    <SavedField words={words} field="settings.voter_limit">
      {(save, described) => (
        <Field
          label={words.build.places}
          type="number"
          min={1}
          step={1}
          defaultValue={String(places ?? "")}
          aria-describedby={described}
          onChange={({ currentTarget: { value, valueAsNumber, validity } }) => {
            const voter_limit = value === "" ? null : valueAsNumber;
            if (validity.valid) void save(() => change({ settings: { voter_limit } }));
          }}
        />
      )}
    </SavedField>
  );
}
