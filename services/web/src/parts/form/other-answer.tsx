import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { Visit } from "../../session/visit";
import type { FieldProps } from "./field-props";

/** As in the service (docs/reference/votes.md#other-answers). */
const OTHER_MAX = 200;

interface TextProps {
  /** What is answered, for screen readers. */
  readonly label: string;
  /** A number: the choice has no text. */
  readonly value: string | number | undefined;
  /** Undefined removes the text. */
  readonly set: (text: string | undefined) => void;
  readonly disabled: boolean;
  readonly visit: Pick<Visit, "words">;
}

/** The text beside a vote that chooses an option, if the option takes one. */
export const TextOfOption = ({
  option,
  set,
  ...others
}: Omit<TextProps, "set"> & {
  readonly option: Pick<OptionListItem, "takes_text">;
  readonly set: (value: string | number) => void;
}) =>
  option.takes_text === true && others.value ? (
    <OtherText {...others} set={(text) => set(text ?? 1)} />
  ) : null;

/** The text of another answer. It is saved once the visitor leaves it. */
function OtherText({ label, value, set, disabled, visit: { words } }: TextProps) {
  return (
    <label class="entry">
      <span class="unseen">
        {label}: {words.answer.other}
      </span>
      <input
        type="text"
        // A render while the visitor types does not change the text.
        ref={(field) => {
          if (field === null || field === document.activeElement) return;
          field.value = typeof value === "string" ? value : "";
        }}
        maxLength={OTHER_MAX}
        disabled={disabled}
        onChange={({ currentTarget }) => set(currentTarget.value.trim() || undefined)}
      />
    </label>
  );
}

/** An input by the field of its type, with another answer that the visitor names if the input accepts one. */
export const OtherChoices = (props: FieldProps) =>
  props.input.settings?.allow_other === true && props.values.length > 0 ? (
    <Choices {...props} />
  ) : (
    <props.Plain {...props} />
  );

function Choices(props: FieldProps) {
  const { Plain, input, values, value, set, disabled, label, visit } = props;
  const several = input.input_type === "multi_select" || input.input_type === "checkbox";
  const listIn = (text: string | undefined): readonly string[] =>
    text === undefined ? [] : several ? JSON.parse(text) : [text];
  const given = listIn(value);
  const known = given.filter((each) => values.includes(each));
  const other = given.find((each) => !values.includes(each));
  const opened = useSignal(false);
  const isOpen = opened.value || other !== undefined;
  const { other: name } = visit.words.answer;
  // A choice may have the same name.
  const otherName = values.includes(name) ? `${name} …` : name;

  const save = (chosen: readonly string[], text: string | undefined): void => {
    // In the order of the choices.
    const list = values.filter((each) => chosen.includes(each) || each === text);
    if (text !== undefined && !list.includes(text)) list.push(text);
    if (!several) set(list[0]);
    else set(list.length === 0 ? undefined : JSON.stringify(list));
  };

  const shown = [...known, ...(isOpen ? [otherName] : [])];
  return (
    <>
      <Plain
        {...props}
        values={[...values, otherName]}
        value={several ? JSON.stringify(shown) : shown.at(-1)}
        set={(text) => {
          const chosen = listIn(text);
          opened.value = chosen.includes(otherName);
          save(chosen, opened.value ? other : undefined);
        }}
      />
      {isOpen && (
        <OtherText
          label={label}
          value={other}
          set={(text) => {
            opened.value = text === undefined || !values.includes(text);
            save(several ? known : [], text);
          }}
          disabled={disabled}
          visit={visit}
        />
      )}
      {isOpen && other === undefined && (
        <p class="needs-text fine" role="status">
          {visit.words.answer.wrong.text}
        </p>
      )}
    </>
  );
}
