import type { ComponentChildren, ComponentType } from "preact";
import { Input } from "../parts/form/input";
import { linesIn } from "../parts/form/lines";
import { localMoment } from "../parts/form/local-moment";
import { usePending } from "../parts/form/pending";
import { type ThanksField, thanksFields } from "../thanks/own-thanks";
import type { SettingKind } from "../types/settings";
import { AttributeFields } from "./attribute-fields";
import { LinkPictureField } from "./link-picture";
import { statesOf } from "./poll-context";
import { type ControlProps, Entries, Entry } from "./setting-entry";

const shown = (value: unknown): string =>
  value === undefined || value === null ? "" : String(value);

/** What a field that is saved when one leaves it has. */
const saved = (
  { value, described, save }: ControlProps,
  read: (entered: string) => unknown = (entered) => entered || null,
) => ({
  defaultValue: shown(value),
  "aria-describedby": described,
  onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    void save(read(currentTarget.value)),
});

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

const NumberField = (props: ControlProps) => (
  <Entry {...props}>
    <input
      type="number"
      step={1}
      defaultValue={shown(props.value)}
      aria-describedby={props.described}
      onChange={({ currentTarget }) => {
        if (!currentTarget.checkValidity()) currentTarget.reportValidity();
        else void props.save(currentTarget.value === "" ? null : Number(currentTarget.value));
      }}
    />
  </Entry>
);

const TextField = (props: ControlProps) => (
  <Entry {...props}>
    {props.name === "timezone" && (
      <datalist id="time-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    )}
    <input
      type="text"
      list={props.name === "timezone" ? "time-zones" : undefined}
      {...saved(props)}
    />
  </Entry>
);

const LongField = (props: ControlProps) => (
  <Entry {...props}>
    <textarea rows={3} maxLength={20_000} {...saved(props)} />
  </Entry>
);

const zoneOf = ({ poll }: ControlProps["context"]) => poll.value.settings.timezone ?? "UTC";

/** A moment in the time zone of the poll, as the service reads times without an offset. */
function Moment(props: ControlProps) {
  const { context, text, value } = props;
  const zone = zoneOf(context);
  return (
    <Entry {...props} text={`${text} ${context.words.build.timesIn(zone.replaceAll("_", " "))}`}>
      <input
        type="datetime-local"
        {...saved(props)}
        defaultValue={localMoment(shown(value), zone)}
      />
    </Entry>
  );
}

const List = (props: ControlProps) => (
  <Entry {...props} text={`${props.text} ${props.context.words.settings.lines}.`}>
    <textarea
      rows={3}
      {...saved(props, linesIn)}
      defaultValue={Array.isArray(props.value) ? props.value.join("\n") : ""}
    />
  </Entry>
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
    <Entry {...{ title, text }}>
      <select
        value={value}
        disabled={disabled}
        aria-describedby={described}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        {children}
      </select>
    </Entry>
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
    <Entries {...{ title, text, described }}>
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
    </Entries>
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
    <Entries {...{ title, text, described }}>
      {thanksFields.map((field) => (
        <Entry key={field} title={labels[field]} text="">
          {field === "text" ? (
            <textarea
              rows={3}
              defaultValue={shown(stored[field])}
              onChange={({ currentTarget }) => change(field, currentTarget.value)}
            />
          ) : (
            <Input
              type={field === "link" ? "url" : "text"}
              defaultValue={shown(stored[field])}
              onChange={({ currentTarget }) => {
                if (currentTarget.validity.valid) change(field, currentTarget.value.trim());
              }}
            />
          )}
        </Entry>
      ))}
    </Entries>
  );
}

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
  fields: AttributeFields,
  labels: StateLabels,
  thanks: ThanksFields,
  picture: LinkPictureField,
};
