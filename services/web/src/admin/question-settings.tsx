import type { Option, OptionListItem } from "@polls/client";
import type { ComponentChildren } from "preact";
import { ChoiceList } from "../parts/form/choice-list";
import { usePending } from "../parts/form/pending";
import { kindName, StepVoteTypes } from "../parts/form/question-draft";
import { Saver } from "../parts/form/saver";
import {
  defaultStepVoteType,
  hasChoices,
  type InputType,
  inputKinds,
  needsChoices,
  type StepType,
} from "../types/questions";
import type { PollDesk } from "./poll-desk";

type Change = (fields: Readonly<Record<string, unknown>>) => Promise<unknown>;

interface InputProps {
  readonly input: OptionListItem | Option;
  readonly desk: PollDesk;
  readonly change: Change;
}

/** The type of an input, its choices, and whether it must be answered. */
export function InputSettings({ input, desk: { words }, change }: InputProps) {
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
      <Saver words={words} field="input_type">
        {(save, described) => (
          <Choice
            label={texts.inputType}
            value={type}
            described={described}
            save={(value) => save(() => retype(inputKinds.find((kind) => kind === value) ?? type))}
          >
            {inputKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindName(kind, words)}
              </option>
            ))}
          </Choice>
        )}
      </Saver>
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

/** Types of steps in the order of the form. */
const stepTypes: readonly StepType[] = ["input", "vote", "matrix", "drawing", "info"];

/** What is on a step, how one votes under it, and whether it must be answered. */
export function StepSettings({
  step,
  isEmpty,
  desk: { words },
  change,
}: {
  readonly step: Option;
  /** Whether nothing is under it. Only then its type can change. */
  readonly isEmpty: boolean;
  readonly desk: PollDesk;
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
      <Saver words={words} field="settings.survey_step_type">
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
          >
            {stepTypes.map((each) => (
              <option key={each} value={each}>
                {texts.stepTypes[each]}
              </option>
            ))}
          </Choice>
        )}
      </Saver>
      {type === "matrix" && (
        <ListSetting
          {...{ words, change }}
          legend={build.columns}
          values={settings?.allowed_values ?? []}
        />
      )}
      {type === "vote" && (
        <>
          <Saver words={words} field="settings.survey_step_vote_type">
            {(save, described) => (
              <Choice
                label={build.voteType}
                value={settings?.survey_step_vote_type ?? defaultStepVoteType}
                described={described}
                save={(value) => save(() => change({ settings: { survey_step_vote_type: value } }))}
              >
                <StepVoteTypes words={words} />
              </Choice>
            )}
          </Saver>
          {limits.map(([name, label]) => (
            <Saver key={name} words={words} field={`settings.${name}`}>
              {(save, described) => (
                <label class="entry">
                  {label}
                  <input
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
                </label>
              )}
            </Saver>
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
  readonly words: PollDesk["words"];
  readonly change: Change;
}

const ListSetting = ({
  words,
  change,
  legend,
  values,
}: SettingProps & { readonly legend: string; readonly values: readonly string[] }) => (
  <Saver words={words} field="settings.allowed_values">
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
  </Saver>
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
  <Saver words={words} field={`settings.${name}`}>
    {(save, described) => (
      <Check
        label={label}
        value={value}
        described={described}
        save={(checked) => save(() => change({ settings: { [name]: checked } }))}
      />
    )}
  </Saver>
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
function Choice({
  label,
  hint,
  value,
  disabled = false,
  described,
  save,
  children,
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly disabled?: boolean;
  readonly described: string;
  readonly save: (value: string) => Promise<void>;
  readonly children: ComponentChildren;
}) {
  const [current, set] = usePending({ value, save });
  return (
    <label class="entry">
      {label}
      {hint !== undefined && <small>{hint}</small>}
      <select
        value={current}
        disabled={disabled}
        aria-describedby={described}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      >
        {children}
      </select>
    </label>
  );
}

/** The number of places of an option, where each option has its own. */
export function Places({
  option,
  desk: { words },
  change,
}: {
  readonly option: Option;
  readonly desk: PollDesk;
  readonly change: Change;
}) {
  const places = option.settings?.voter_limit;
  return (
    <Saver words={words} field="settings.voter_limit">
      {(save, described) => (
        <label class="entry">
          {words.build.places}
          <input
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
        </label>
      )}
    </Saver>
  );
}
