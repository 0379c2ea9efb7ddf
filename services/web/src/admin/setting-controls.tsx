import type { AttributeDefinition } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { Field, Menu, TextArea } from "../parts/form/field";
import { Input } from "../parts/form/input";
import { linesIn } from "../parts/form/lines";
import { localMoment } from "../parts/form/local-moment";
import { usePending } from "../parts/form/pending";
import { Quiet } from "../parts/show/button";
import { type ThanksField, thanksFields } from "../thanks/own-thanks";
import type { SettingKind } from "../types/settings";
import type { ControlProps } from "./control-props";
import { LinkPictureField } from "./link-picture";
import { statesOf } from "./poll-context";

const shown = (value: unknown): string =>
  value === undefined || value === null ? "" : String(value);

function Switch({ title, text, value, described, save }: ControlProps) {
  const [current, change] = usePending({ value, save });
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={current === true}
        aria-describedby={described}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      <span>
        {title}
        <small>{text}</small>
      </span>
    </label>
  );
}

const NumberField = ({ title, text, value, described, save }: ControlProps) => (
  <label class="entry">
    {title}
    <small>{text}</small>
    <input
      type="number"
      step={1}
      defaultValue={shown(value)}
      aria-describedby={described}
      onChange={({ currentTarget }) => {
        if (!currentTarget.checkValidity()) currentTarget.reportValidity();
        else void save(currentTarget.value === "" ? null : Number(currentTarget.value));
      }}
    />
  </label>
);

const TextField = ({ name, title, text, value, described, save }: ControlProps) => (
  <label class="entry">
    {title}
    <small>{text}</small>
    {name === "timezone" && (
      <datalist id="time-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    )}
    <input
      type="text"
      list={name === "timezone" ? "time-zones" : undefined}
      defaultValue={shown(value)}
      aria-describedby={described}
      onChange={({ currentTarget }) => save(currentTarget.value || null)}
    />
  </label>
);

const LongField = ({ title, text, value, described, save }: ControlProps) => (
  <label class="entry">
    {title}
    <small>{text}</small>
    <textarea
      rows={3}
      maxLength={20_000}
      defaultValue={shown(value)}
      aria-describedby={described}
      onChange={({ currentTarget }) => save(currentTarget.value || null)}
    />
  </label>
);

const zoneOf = ({ poll }: ControlProps["context"]) => poll.value.settings.timezone ?? "UTC";

/** A moment in the time zone of the poll, as the service reads times without an offset. */
const Moment = ({ context, title, text, value, described, save }: ControlProps) => (
  <label class="entry">
    {title}
    <small>
      {text} {context.words.build.timesIn(zoneOf(context).replaceAll("_", " "))}
    </small>
    <input
      type="datetime-local"
      defaultValue={localMoment(shown(value), zoneOf(context))}
      aria-describedby={described}
      onChange={({ currentTarget }) => save(currentTarget.value || null)}
    />
  </label>
);

const List = ({ context, title, text, value, described, save }: ControlProps) => (
  <label class="entry">
    {title}
    <small>
      {text} {context.words.settings.lines}.
    </small>
    <textarea
      rows={3}
      defaultValue={Array.isArray(value) ? value.join("\n") : ""}
      aria-describedby={described}
      onChange={({ currentTarget }) => save(linesIn(currentTarget.value))}
    />
  </label>
);

function Choice({ context, name, title, text, value, described, save }: ControlProps) {
  const { words, settingWords, poll } = context;
  const hint = poll.value.configuration_hints?.[name];
  const values = hint?.allowed_values ?? [];
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...settingWords.choices,
    vote_type: words.voteTypes,
    counting_method: words.build.methods,
  };
  const meanings: Readonly<Record<string, string | undefined>> = {
    ...settingWords.unset,
    counting_method: words.build.noMethod,
  };
  const stored = typeof value === "string" ? value : null;
  const [current, change] = usePending({ value: stored, save });
  const fixed = hint?.writable === false;
  return (
    <Menu
      label={title}
      hint={fixed ? words.settings.fixed : text}
      values={[...values, ...(values.includes(stored) ? [] : [stored])]}
      textOf={(each) =>
        each === null ? (meanings[name] ?? words.settings.unset) : (known[name]?.[each] ?? each)
      }
      value={current}
      disabled={fixed}
      described={described}
      set={change}
    />
  );
}

const deletionDays = [7, 14, 30, 90, 180, 365];

/** When a closed poll is deleted. The days of the service are the most. */
function Days({ context: { words, keptDays }, title, text, value, described, save }: ControlProps) {
  const { settings: texts } = words;
  const stored = typeof value === "number" ? value : null;
  const [current, change] = usePending({ value: stored, save });
  const offered = deletionDays.filter((days) => keptDays === undefined || days < keptDays);
  return (
    <Menu
      label={title}
      hint={text}
      values={[null, ...new Set([...offered, ...(stored === null ? [] : [stored])])]}
      textOf={(days) => (days === null ? texts.asAllPolls(keptDays) : texts.afterDays(days))}
      value={current}
      described={described}
      set={change}
    />
  );
}

/** The state of new ideas: the first of the list. */
function FirstState({ context, title, text, value, described, save }: ControlProps) {
  const [first = "incoming"] = Array.isArray(value) ? value : [];
  const states = statesOf(context);
  const [current, change] = usePending({ value: shown(first), save: (state) => save([state]) });
  return (
    <Menu
      label={title}
      hint={text}
      values={Object.keys(states)}
      textOf={(state) => states[state] ?? state}
      value={current}
      described={described}
      set={change}
    />
  );
}

const tieOrders = [
  ["first_ranks", "earlier_option"],
  ["first_ranks", "seed"],
  ["earlier_option"],
  ["seed"],
] as const;

/** In which order ties are decided. */
function Ties({ context: { words }, title, text, value, described, save }: ControlProps) {
  const { tieBreaks } = words.settings;
  const [current, change] = usePending({
    value: Array.isArray(value) ? value.join() : "",
    save: (order) => save(order.split(",")),
  });
  const orders = new Map(tieOrders.map((order) => [order.join(), order]));
  return (
    <Menu
      label={title}
      hint={text}
      values={[...orders.keys(), ...(orders.has(current) ? [] : [current])]}
      textOf={(key) =>
        orders
          .get(key)
          ?.map((each) => tieBreaks[each])
          .join(tieBreaks.before) ?? key
      }
      value={current}
      described={described}
      set={change}
    />
  );
}

/** What the states are called. */
function StateLabels({ context: { words }, title, text, value, described, save }: ControlProps) {
  const stored = { ...(value as Readonly<Record<string, string>> | undefined) };
  return (
    <fieldset class="entry" aria-describedby={described}>
      <legend>{title}</legend>
      <small>{text}</small>
      {Object.entries(words.options.states).map(([state, name]) => (
        <input
          key={state}
          type="text"
          maxLength={40}
          aria-label={`${title}: ${name}`}
          placeholder={name}
          defaultValue={stored[state] ?? ""}
          onChange={({ currentTarget }) => {
            const { [state]: _before, ...others } = stored;
            const label = currentTarget.value.trim();
            void save(label === "" ? others : { ...others, [state]: label });
          }}
        />
      ))}
    </fieldset>
  );
}

/** The content of a thank-you page. Other keys, which programs set, are kept. */
function ThanksFields({ context: { words }, title, text, value, described, save }: ControlProps) {
  const { thanks: labels } = words.settings;
  const stored = { ...(value as Readonly<Record<string, unknown>> | undefined) };
  const change = (field: ThanksField, entered: string): void => {
    const { [field]: _before, ...others } = stored;
    const next = entered === "" ? others : { ...others, [field]: entered };
    void save(Object.keys(next).length === 0 ? null : next);
  };
  return (
    <fieldset class="entry" aria-describedby={described}>
      <legend>{title}</legend>
      <small>{text}</small>
      {thanksFields.map((field) =>
        field === "text" ? (
          <TextArea
            key={field}
            label={labels[field]}
            rows={3}
            defaultValue={shown(stored[field])}
            onChange={({ currentTarget }) => change(field, currentTarget.value)}
          />
        ) : (
          <label key={field} class="entry">
            {labels[field]}
            <Input
              type={field === "link" ? "url" : "text"}
              defaultValue={shown(stored[field])}
              onChange={({ currentTarget }) => {
                if (currentTarget.validity.valid) change(field, currentTarget.value.trim());
              }}
            />
          </label>
        ),
      )}
    </fieldset>
  );
}

const isAttributeType = (type: string): type is AttributeDefinition["type"] =>
  type !== "file" && type !== "location";

interface DefinitionRow extends AttributeDefinition {
  readonly id: string | undefined;
  readonly key: number;
}

/** Definitions of additional attributes. Each keeps its id, which answers refer to. */
function Fields({ context: { words }, title, text, value, described, save }: ControlProps) {
  const { attributes: texts } = words.settings;
  const { inputTypes } = words.options;
  const stored = Object.entries((value ?? {}) as Readonly<Record<string, AttributeDefinition>>);
  const rows = useSignal<readonly DefinitionRow[]>(
    stored.map(([id, definition], key) => ({ ...definition, id, key })),
  );
  const change = (key: number, part: Partial<AttributeDefinition>) =>
    (rows.value = rows.value.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <fieldset class="entry" aria-describedby={described}>
      <legend>{title}</legend>
      <small>{text}</small>
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
          {takesValues(row.type) && (
            <TextArea
              label={texts.values}
              rows={3}
              defaultValue={row.allowed_values.join("\n")}
              onChange={({ currentTarget }) =>
                change(row.key, { allowed_values: [...linesIn(currentTarget.value)] })
              }
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
          <Quiet
            aria-label={texts.remove(row.title)}
            onClick={() => (rows.value = rows.value.filter(({ key }) => key !== row.key))}
          >
            {words.settings.remove}
          </Quiet>
        </div>
      ))}
      <div class="row">
        <Quiet
          onClick={() => {
            const key = 1 + Math.max(-1, ...rows.value.map((row) => row.key));
            const fresh = { title: "", type: "text", required: false, allowed_values: [] } as const;
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
    </fieldset>
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

/** One control for each kind of setting. */
export const controls: Readonly<Record<SettingKind, ComponentType<ControlProps>>> = {
  switch: Switch,
  number: NumberField,
  days: Days,
  text: TextField,
  long: LongField,
  moment: Moment,
  list: List,
  state: FirstState,
  ties: Ties,
  choice: Choice,
  fields: Fields,
  labels: StateLabels,
  thanks: ThanksFields,
  picture: LinkPictureField,
};
