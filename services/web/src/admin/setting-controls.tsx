import type { AttributeDefinition } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
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
  const [current, change] = usePending({ value, save });
  const fixed = hint?.writable === false;
  return (
    <OneOf
      {...{ title, described }}
      text={fixed ? words.settings.fixed : text}
      value={shown(current)}
      disabled={fixed}
      change={(entered) => change(entered || null)}
    >
      {values.map((each) => (
        <option key={each} value={each ?? ""}>
          {each === null ? (meanings[name] ?? words.settings.unset) : (known[name]?.[each] ?? each)}
        </option>
      ))}
      {!values.includes(value as string) && value !== undefined && (
        <option value={shown(value)}>{shown(value)}</option>
      )}
    </OneOf>
  );
}

const deletionDays = [7, 14, 30, 90, 180, 365];

/** When a closed poll is deleted. The days of the service are the most. */
function Days({ context: { words, keptDays }, title, text, value, described, save }: ControlProps) {
  const { settings: texts } = words;
  const [current, change] = usePending({ value, save });
  const offered = deletionDays.filter((days) => keptDays === undefined || days < keptDays);
  const all = [...new Set([...offered, ...(typeof value === "number" ? [value] : [])])];
  return (
    <OneOf
      {...{ title, text, described }}
      value={shown(current)}
      change={(days) => change(days === "" ? null : Number(days))}
    >
      <option value="">{texts.asAllPolls(keptDays)}</option>
      {all.map((days) => (
        <option key={days} value={days}>
          {texts.afterDays(days)}
        </option>
      ))}
    </OneOf>
  );
}

interface OneOfProps extends Pick<ControlProps, "title" | "text" | "described"> {
  readonly value: string;
  readonly disabled?: boolean;
  readonly change: (value: string) => void;
  readonly children: ComponentChildren;
}

/** A setting that is one of a list. */
function OneOf({ title, text, described, value, disabled, change, children }: OneOfProps) {
  return (
    <label class="entry">
      {title}
      <small>{text}</small>
      <select
        value={value}
        disabled={disabled}
        aria-describedby={described}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        {children}
      </select>
    </label>
  );
}

/** The state of new ideas: the first of the list. */
function FirstState({ context, title, text, value, described, save }: ControlProps) {
  const [first = "incoming"] = Array.isArray(value) ? value : [];
  const [current, change] = usePending({ value: shown(first), save: (state) => save([state]) });
  return (
    <OneOf {...{ title, text, described, change }} value={current}>
      {statesOf(context).map(([state, label]) => (
        <option key={state} value={state}>
          {label}
        </option>
      ))}
    </OneOf>
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
  const orders = tieOrders.map((order) => [order.join(), order] as const);
  return (
    <OneOf {...{ title, text, described, change }} value={current}>
      {orders.map(([key, order]) => (
        <option key={key} value={key}>
          {order.map((each) => tieBreaks[each]).join(tieBreaks.before)}
        </option>
      ))}
      {!orders.some(([key]) => key === current) && <option value={current}>{current}</option>}
    </OneOf>
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
          <label key={field} class="entry">
            {labels[field]}
            <textarea
              rows={3}
              defaultValue={shown(stored[field])}
              onChange={({ currentTarget }) => change(field, currentTarget.value)}
            />
          </label>
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
            <label class="entry">
              {texts.values}
              <textarea
                rows={3}
                defaultValue={row.allowed_values.join("\n")}
                onChange={({ currentTarget }) =>
                  change(row.key, { allowed_values: [...linesIn(currentTarget.value)] })
                }
              />
            </label>
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
