import type { ComponentType } from "preact";
import { Field, TextArea } from "../parts/form/field";
import { linesIn } from "../parts/form/lines";
import { localMoment } from "../parts/form/local-moment";
import { PendingCheck, PendingMenu } from "../parts/form/saved-inputs";
import { type ThanksField, thanksFields } from "../thanks/own-thanks";
import { boundsOf } from "../types/setting-bounds";
import type { SettingKind } from "../types/settings";
import { pageWords } from "../words";
import { AttributeFields } from "./attribute-fields";
import { LinkPictureField } from "./link-picture";
import { statesOf } from "./poll-context";
import { type ControlProps, Entries, withPart } from "./setting-entry";

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

/** What a control has that shows a value while it is saved. */
const pending = ({ title, text, described, save }: ControlProps) => ({
  label: title,
  hint: text,
  described,
  save,
});

const Switch = (props: ControlProps) => (
  <PendingCheck {...pending(props)} value={props.value === true} />
);

const NumberField = ({ name, title, text, value, described, save }: ControlProps) => (
  <Field
    label={title}
    hint={text}
    type="number"
    step={1}
    {...boundsOf(name)}
    defaultValue={shown(value)}
    aria-describedby={described}
    onChange={({ currentTarget }) => {
      if (!currentTarget.checkValidity()) currentTarget.reportValidity();
      else void save(currentTarget.value === "" ? null : Number(currentTarget.value));
    }}
  />
);

const TextField = (props: ControlProps) => (
  <>
    <Field
      label={props.title}
      hint={props.text}
      list={props.name === "timezone" ? "time-zones" : undefined}
      {...saved(props)}
    />
    {props.name === "timezone" && (
      <datalist id="time-zones">
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    )}
  </>
);

const LongField = (props: ControlProps) => (
  <TextArea label={props.title} hint={props.text} rows={3} maxLength={20_000} {...saved(props)} />
);

const zoneOf = ({ poll }: ControlProps["context"]) => poll.value.settings.timezone ?? "UTC";

/** A moment in the time zone of the poll, as the service reads times without an offset. */
function Moment(props: ControlProps) {
  const { context, title, text, value } = props;
  const zone = zoneOf(context);
  return (
    <Field
      label={title}
      hint={`${text} ${context.words.build.timesIn(zone.replaceAll("_", " "))}`}
      type="datetime-local"
      {...saved(props)}
      defaultValue={localMoment(shown(value), zone)}
    />
  );
}

const List = (props: ControlProps) => (
  <TextArea
    label={props.title}
    hint={`${props.text} ${props.context.words.options.severalText}`}
    rows={3}
    {...saved(props, linesIn)}
    defaultValue={Array.isArray(props.value) ? props.value.join("\n") : ""}
  />
);

function Choice(props: ControlProps) {
  const { context, name, text, value } = props;
  const { words, settingWords, poll } = context;
  const hint = poll.value.configuration_hints?.[name];
  const values = hint?.allowed_values ?? [];
  const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    ...settingWords.choices,
    default_sort: pageWords.words().list.sorts,
    vote_type: words.voteTypes,
    counting_method: words.build.methods,
  };
  const meanings: Readonly<Record<string, string | undefined>> = {
    ...settingWords.unset,
    counting_method: words.build.noMethod,
  };
  const stored = typeof value === "string" ? value : null;
  const fixed = hint?.writable === false;
  return (
    <PendingMenu
      {...pending(props)}
      hint={fixed ? words.settings.fixed : text}
      values={[...values, ...(values.includes(stored) ? [] : [stored])]}
      textOf={(each) =>
        each === null ? (meanings[name] ?? words.settings.unset) : (known[name]?.[each] ?? each)
      }
      value={stored}
      disabled={fixed}
    />
  );
}

const deletionDays = [7, 14, 30, 90, 180, 365];

/** When a closed poll is deleted. The days of the service are the most. */
function Days(props: ControlProps) {
  const { context, value } = props;
  const { keptDays } = context;
  const { settings: texts } = context.words;
  const stored = typeof value === "number" ? value : null;
  const offered = deletionDays.filter((days) => keptDays === undefined || days < keptDays);
  return (
    <PendingMenu
      {...pending(props)}
      values={[null, ...new Set([...offered, ...(stored === null ? [] : [stored])])]}
      textOf={(days) => (days === null ? texts.asAllPolls(keptDays) : texts.afterDays(days))}
      value={stored}
    />
  );
}

/** The state of new ideas: the first of the list. */
function FirstState(props: ControlProps) {
  const { context, value, save } = props;
  const [first = "incoming"] = Array.isArray(value) ? value : [];
  const states = statesOf(context);
  return (
    <PendingMenu
      {...pending(props)}
      values={Object.keys(states)}
      textOf={(state) => states[state] ?? state}
      value={shown(first)}
      save={(state) => save([state])}
    />
  );
}

const tieOrders = [
  ["first_ranks", "earlier_option"],
  ["first_ranks", "seed"],
  ["earlier_option"],
  ["seed"],
] as const;

function Ties(props: ControlProps) {
  const { context, value, save } = props;
  const { tieBreaks } = context.words.settings;
  const current = Array.isArray(value) ? value.join() : "";
  const orders = new Map(tieOrders.map((order) => [order.join(), order]));
  return (
    <PendingMenu
      {...pending(props)}
      values={[...orders.keys(), ...(orders.has(current) ? [] : [current])]}
      textOf={(key) =>
        orders
          .get(key)
          ?.map((each) => tieBreaks[each])
          .join(tieBreaks.before) ?? key
      }
      value={current}
      save={(order) => save(order.split(","))}
    />
  );
}

type Labels = Readonly<Record<string, string>> | undefined;

function StateLabels({ title, text, value, described, edit }: ControlProps) {
  const shownLabels = { ...(value as Labels) };
  return (
    <Entries {...{ title, text, described }}>
      {Object.entries(pageWords.words().states).map(([state, name]) => (
        <input
          key={state}
          type="text"
          maxLength={40}
          aria-label={`${title}: ${name}`}
          placeholder={name}
          defaultValue={shownLabels[state] ?? ""}
          onChange={({ currentTarget }) => {
            const label = currentTarget.value.trim();
            void edit((stored) => withPart(stored, state, label));
          }}
        />
      ))}
    </Entries>
  );
}

type Contents = Readonly<Record<string, unknown>> | undefined;

/** The content of a thank-you page. Other keys, which programs set, are kept. */
function ThanksFields({ context: { words }, title, text, value, described, edit }: ControlProps) {
  const { thanks: labels } = words.settings;
  const contents = { ...(value as Contents) };
  const change = (field: ThanksField, entered: string) =>
    void edit((stored) => withPart(stored, field, entered));
  return (
    <Entries {...{ title, text, described }}>
      {thanksFields.map((field) =>
        field === "text" ? (
          <TextArea
            key={field}
            label={labels[field]}
            rows={3}
            defaultValue={shown(contents[field])}
            onChange={({ currentTarget }) => change(field, currentTarget.value)}
          />
        ) : (
          <Field
            key={field}
            label={labels[field]}
            type={(field === "link" ? "url" : "text") as "text"}
            defaultValue={shown(contents[field])}
            onChange={({ currentTarget }) => {
              if (currentTarget.validity.valid) change(field, currentTarget.value.trim());
            }}
          />
        ),
      )}
    </Entries>
  );
}

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
