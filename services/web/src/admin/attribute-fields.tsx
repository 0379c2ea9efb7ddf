import type { AttributeDefinition } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Check } from "../parts/form/check";
import { ChoiceList } from "../parts/form/choice-list";
import { Field } from "../parts/form/field";
import { Menu } from "../parts/form/menu";
import { Quiet } from "../parts/show/button";
import { hasChoices } from "../types/questions";
import { type ControlProps, Entries } from "./setting-entry";

interface DefinitionRow extends AttributeDefinition {
  readonly id: string | undefined;
  readonly key: number;
}

const isAttributeType = (type: string): type is AttributeDefinition["type"] =>
  type !== "file" && type !== "location";

/** Definitions of additional attributes. Each keeps its id, which answers refer to. */
export function AttributeFields({
  context: { words },
  title,
  text,
  value,
  described,
  save,
}: ControlProps) {
  const { attributes: texts } = words.settings;
  const { inputTypes } = words.options;
  const stored = Object.entries((value ?? {}) as Readonly<Record<string, AttributeDefinition>>);
  const rows = useSignal<readonly DefinitionRow[]>(
    stored.map(([id, definition], key) => ({ ...definition, id, key })),
  );
  const change = (key: number, part: Partial<AttributeDefinition>) => {
    rows.value = rows.value.map((row) => (row.key === key ? { ...row, ...part } : row));
  };
  return (
    <Entries {...{ title, text, described }}>
      {rows.value.map((row) => (
        <div key={row.key} class="card">
          <Field
            label={texts.title}
            required
            maxLength={255}
            value={row.title}
            onInput={({ currentTarget }) => change(row.key, { title: currentTarget.value })}
          />
          <Menu
            label={texts.type}
            values={Object.keys(inputTypes).filter(isAttributeType)}
            textOf={(type) => inputTypes[type]}
            value={row.type}
            set={(type) => change(row.key, { type })}
          />
          {hasChoices(row.type) && (
            <ChoiceList
              legend={words.problems.fields.allowed_values}
              values={row.allowed_values}
              change={(values) => change(row.key, { allowed_values: [...values] })}
            />
          )}
          <Check
            label={texts.required}
            checked={row.required}
            set={(required) => change(row.key, { required })}
          />
          <Quiet
            aria-label={texts.remove(row.title)}
            onClick={() => {
              rows.value = rows.value.filter(({ key }) => key !== row.key);
            }}
          >
            {words.actions.remove}
          </Quiet>
        </div>
      ))}
      <div class="row">
        <Quiet
          onClick={() => {
            const key = 1 + Math.max(-1, ...rows.value.map((row) => row.key));
            const fresh = { title: "", type: "text", required: false } as const;
            rows.value = [...rows.value, { ...fresh, allowed_values: [], id: undefined, key }];
          }}
        >
          {texts.add}
        </Quiet>
        {(rows.value.length > 0 || stored.length > 0) && (
          <button type="button" onClick={() => save(rows.value.map(definitionOf))}>
            {texts.save}
          </button>
        )}
      </div>
    </Entries>
  );
}

const definitionOf = ({ id, title, type, required, allowed_values }: DefinitionRow) => ({
  ...(id !== undefined && { id: Number(id) }),
  title,
  type,
  required,
  allowed_values,
});
