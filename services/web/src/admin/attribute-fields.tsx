import type { AttributeDefinition } from "@polls/client";
import { useSignal } from "@preact/signals";
import { ChoiceList } from "../parts/form/choice-list";
import { type ControlProps, Entries } from "./setting-entry";

interface DefinitionRow extends AttributeDefinition {
  readonly id: string | undefined;
  readonly key: number;
}

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
          <label class="entry">
            {texts.title}
            <input
              type="text"
              required
              maxLength={255}
              value={row.title}
              onInput={({ currentTarget }) => change(row.key, { title: currentTarget.value })}
            />
          </label>
          <label class="entry">
            {texts.type}
            <select
              value={row.type}
              onChange={({ currentTarget }) =>
                change(row.key, { type: currentTarget.value as AttributeDefinition["type"] })
              }
            >
              {Object.entries(inputTypes)
                .filter(([type]) => type !== "file" && type !== "location")
                .map(([type, label]) => (
                  <option key={type} value={type}>
                    {label}
                  </option>
                ))}
            </select>
          </label>
          {takesValues(row.type) && (
            <ChoiceList
              words={words}
              legend={texts.values}
              values={row.allowed_values}
              change={(values) => change(row.key, { allowed_values: [...values] })}
            />
          )}
          <label class="check">
            <input
              type="checkbox"
              checked={row.required}
              onChange={({ currentTarget }) => change(row.key, { required: currentTarget.checked })}
            />
            {texts.required}
          </label>
          <button
            type="button"
            class="quiet"
            aria-label={texts.remove(row.title)}
            onClick={() => {
              rows.value = rows.value.filter(({ key }) => key !== row.key);
            }}
          >
            {words.settings.remove}
          </button>
        </div>
      ))}
      <div class="row">
        <button
          type="button"
          class="quiet"
          onClick={() => {
            const key = 1 + Math.max(-1, ...rows.value.map((row) => row.key));
            const fresh = { title: "", type: "text", required: false } as const;
            rows.value = [...rows.value, { ...fresh, allowed_values: [], id: undefined, key }];
          }}
        >
          {texts.add}
        </button>
        {(rows.value.length > 0 || stored.length > 0) && (
          <button type="button" onClick={() => save(rows.value.map(definitionOf))}>
            {texts.save}
          </button>
        )}
      </div>
    </Entries>
  );
}

const takesValues = (type: AttributeDefinition["type"]): boolean =>
  type === "select" || type === "radio" || type === "multi_select" || type === "checkbox";

const definitionOf = ({ id, title, type, required, allowed_values }: DefinitionRow) => ({
  ...(id !== undefined && { id: Number(id) }),
  title,
  type,
  required,
  allowed_values,
});
