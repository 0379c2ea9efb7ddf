import type { AttributeDefinition } from "@polls/client";
import type { ComponentProps } from "preact";
import { pageWords } from "../../words";
import { Input } from "./input";

/** The additional attributes of a poll, by id. */
export type Definitions = readonly (readonly [string, AttributeDefinition])[];

const takesSeveral = ({ type, allowed_values: values }: AttributeDefinition): boolean =>
  type === "multi_select" || (type === "checkbox" && values.length > 0);

const nameOf = (id: string): string => `attribute ${id}`;

interface AttributeProps {
  readonly id: string;
  readonly definition: AttributeDefinition;
  /** The answer before the visitor changes it. */
  readonly initial?: string | undefined;
}

export function Attribute({ id, definition, initial }: AttributeProps) {
  const { title, type, required, allowed_values: values, value_labels: labels } = definition;
  const name = nameOf(id);
  if (type === "radio" || takesSeveral(definition)) {
    return (
      <fieldset class="entry">
        <legend>{title}</legend>
        {values.map((value) => (
          <label key={value} class="check">
            <input
              type={type === "radio" ? "radio" : "checkbox"}
              name={name}
              value={value}
              required={required && type === "radio"}
              defaultChecked={value === initial}
            />{" "}
            {labels?.[value] ?? value}
          </label>
        ))}
      </fieldset>
    );
  }
  if (type === "checkbox") {
    return (
      <label class="check">
        <input
          type="checkbox"
          name={name}
          value="true"
          required={required}
          defaultChecked={initial === "true"}
        />{" "}
        {title}
      </label>
    );
  }
  return (
    <label class="entry">
      {title}
      <AttributeInput {...{ id, definition, initial }} />
    </label>
  );
}

function AttributeInput({ id, definition, initial = "" }: AttributeProps) {
  const { type, required, allowed_values: values, value_labels: labels } = definition;
  const rest = { name: nameOf(id), required };
  if (type === "select") {
    return (
      <select {...rest}>
        <option value="">{pageWords.words().participant.choose}</option>
        {values.map((value) => (
          <option key={value} value={value} selected={value === initial}>
            {labels?.[value] ?? value}
          </option>
        ))}
      </select>
    );
  }
  if (type === "textarea")
    return <textarea rows={3} maxLength={1_000} defaultValue={initial} {...rest} />;
  const step = type === "number_float" ? "any" : undefined;
  return (
    <Input
      type={inputTypes[type] ?? "text"}
      step={step}
      maxLength={1_000}
      defaultValue={initial}
      {...rest}
    />
  );
}

type AttributeType = AttributeDefinition["type"];
type TypeOfInput = ComponentProps<typeof Input>["type"];
type WithOwnControl = "textarea" | "select" | "radio" | "multi_select" | "checkbox";

const inputTypes: Readonly<Partial<Record<AttributeType, TypeOfInput>>> = {
  email: "email",
  url: "url",
  number: "number",
  number_float: "number",
  date: "date",
  datetime: "datetime-local",
} satisfies Record<Exclude<AttributeType, WithOwnControl | "text">, TypeOfInput>;

/** The answers in a form, as the API takes them. */
export const attributeTexts = (
  form: FormData,
  definitions: Definitions,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    definitions.flatMap(([id, definition]) => {
      const given = form
        .getAll(nameOf(id))
        .map(String)
        .filter((text) => text !== "");
      if (given.length === 0) return [];
      return [[id, takesSeveral(definition) ? JSON.stringify(given) : (given[0] ?? "")]];
    }),
  );
