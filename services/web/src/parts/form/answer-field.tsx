import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { onDemand } from "../page/on-demand";
import { isPrinted } from "../page/printed";
import { Quiet } from "../show/button";
import type { AnswerProps, FieldProps } from "./field-props";
import { Input, useEnteredText } from "./input";
import { useAfterPress } from "./press";

type InputType = NonNullable<OptionListItem["input_type"]>;

const TEXT_MAX = 10_000;

const ariaOf = ({ input, problemId }: FieldProps) => ({
  "aria-required": input.settings?.mandatory === true,
  "aria-invalid": problemId !== undefined,
  "aria-describedby": problemId,
});

const labelIn = ({ input }: FieldProps, value: string): string =>
  input.settings?.value_labels?.[value] ?? value;

function Label({ label, labelShown, input, words }: FieldProps) {
  return (
    <span class={labelShown ? "label" : "unseen"}>
      {label}
      {input.settings?.mandatory === true && (
        <span class="needed" title={words.answer.needed}>
          {" *"}
        </span>
      )}
    </span>
  );
}

const inputOf =
  (
    attributes: Pick<Parameters<typeof Input>[0], "type" | "pattern" | "inputMode">,
    {
      normal = (text: string) => text,
      shown = (text: string) => text,
    }: {
      readonly normal?: (text: string) => string;
      readonly shown?: (text: string) => string;
    } = {},
  ): ComponentType<FieldProps> =>
  (props) => (
    <label class="entry">
      <Label {...props} />
      <Input
        {...attributes}
        {...ariaOf(props)}
        value={shown(props.value ?? "")}
        maxLength={TEXT_MAX}
        disabled={props.disabled}
        onInput={props.begin}
        onChange={(event) => props.enter(event, normal)}
      />
    </label>
  );

const OneLine = inputOf({ type: "text" });

function Lines(props: FieldProps) {
  const field = useEnteredText<HTMLTextAreaElement>(props.value ?? "");
  return (
    <label class="entry">
      <Label {...props} />
      <textarea
        ref={field}
        {...ariaOf(props)}
        rows={4}
        onInput={props.begin}
        maxLength={TEXT_MAX}
        disabled={props.disabled}
        onChange={props.enter}
      />
    </label>
  );
}

function Choice(props: FieldProps) {
  const { values, value, set, disabled, words } = props;
  return (
    <label class="entry">
      <Label {...props} />
      <select
        {...ariaOf(props)}
        value={value ?? ""}
        disabled={disabled}
        onChange={({ currentTarget }) => set(currentTarget.value || undefined)}
      >
        <option value="">{words.participant.choose}</option>
        {values.map((each) => (
          <option key={each} value={each}>
            {labelIn(props, each)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Radios(props: FieldProps) {
  const { id, values, value, set, disabled, problemId, words } = props;
  return (
    <fieldset class="entry" disabled={disabled} aria-describedby={problemId}>
      <legend>
        <Label {...props} />
      </legend>
      {values.map((each) => (
        <label key={each} class="check">
          <input type="radio" name={id} checked={value === each} onChange={() => set(each)} />{" "}
          {labelIn(props, each)}
        </label>
      ))}
      {value !== undefined && !disabled && (
        <Quiet onClick={() => set(undefined)}>{words.answer.clear}</Quiet>
      )}
    </fieldset>
  );
}

function Checks(props: FieldProps) {
  const { values, value, set, disabled, problemId } = props;
  const chosen = new Set(value === undefined ? [] : (JSON.parse(value) as readonly string[]));
  const toggle = (each: string): void => {
    if (!chosen.delete(each)) chosen.add(each);
    // In the order of the choices.
    const list = values.filter((one) => chosen.has(one));
    set(list.length === 0 ? undefined : JSON.stringify(list));
  };
  return (
    <fieldset class="entry" disabled={disabled} aria-describedby={problemId}>
      <legend>
        <Label {...props} />
      </legend>
      {values.map((each) => (
        <label key={each} class="check">
          <input type="checkbox" checked={chosen.has(each)} onChange={() => toggle(each)} />{" "}
          {labelIn(props, each)}
        </label>
      ))}
    </fieldset>
  );
}

function YesOrNo(props: FieldProps) {
  const { values, value, set, disabled } = props;
  if (values.length > 0) return <Checks {...props} />;
  return (
    <label class="check">
      <input
        type="checkbox"
        {...ariaOf(props)}
        checked={value === "true"}
        disabled={disabled}
        onChange={({ currentTarget }) => set(currentTarget.checked ? "true" : "false")}
      />
      <Label {...props} />
    </label>
  );
}

/** A moment without seconds and time zone, as in browser inputs. */
const withoutSeconds = (text: string): string => text.slice(0, "2030-01-31T12:00".length);

const LocationAnswer = onDemand(() => import("./location-answer"), "LocationAnswer");

const FileAnswer = onDemand(() => import("./file-answer"), "FileAnswer");

/** One field for each input type: a missing one does not compile. */
const fields: Readonly<Record<InputType, ComponentType<FieldProps>>> = {
  text: (props) =>
    props.input.settings?.multiline ? <Lines {...props} /> : <OneLine {...props} />,
  textarea: Lines,
  email: inputOf({ type: "email" }),
  url: inputOf({ type: "url", pattern: "https?://.*" }),
  select: Choice,
  radio: Radios,
  multi_select: Checks,
  checkbox: YesOrNo,
  // Fields with type number show 1e3, and drop text that they cannot parse.
  number: inputOf({ type: "text", inputMode: "numeric", pattern: "\\s*[+\\-]?\\d+\\s*" }),
  number_float: inputOf(
    { type: "text", inputMode: "decimal", pattern: "\\s*[+\\-]?\\d+([.,]\\d+)?\\s*" },
    { normal: (text) => text.replace(",", ".") },
  ),
  date: inputOf({ type: "date" }),
  datetime: inputOf({ type: "datetime-local" }, { shown: withoutSeconds }),
  file: FileAnswer,
  location: (props) => <LocationAnswer {...props} legend={<Label {...props} />} />,
};

/** On paper each choice of a menu is marked, and what only a screen can take is written. */
const onPaper: Partial<typeof fields> = { select: Radios, file: OneLine, location: OneLine };

export function AnswerField(props: AnswerProps) {
  const { input, id, set, missing = false, visit, Other } = props;
  const { words } = visit;
  const wrong = useSignal(false);
  const begun = useSignal(false);
  const type = input.input_type ?? "text";
  const Plain = (isPrinted.value && onPaper[type]) || fields[type];
  const Field = Other ?? Plain;
  const sentences: Readonly<Record<string, string>> = words.answer.wrong;
  const problem = useAfterPress(
    wrong.value ? sentences[type] : missing && !begun.value ? words.answer.missing : undefined,
  );
  const problemId = problem === undefined ? undefined : `${id}-problem`;

  const enter: FieldProps["enter"] = ({ currentTarget }, normal = (text) => text) => {
    wrong.value = !currentTarget.checkValidity();
    if (wrong.value) return;
    const text = normal(currentTarget.value.trim());
    begun.value = false;
    set(text === "" ? undefined : text);
  };

  return (
    <div class="question" id={id}>
      <Field
        {...props}
        Plain={Plain}
        values={input.settings?.allowed_values ?? []}
        enter={enter}
        begin={() => (begun.value = true)}
        problemId={problemId}
        words={words}
      />
      {problem !== undefined && (
        <p class="problem" id={problemId} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
