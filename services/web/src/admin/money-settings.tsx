import { useSignal } from "@preact/signals";
import { MoneyInput } from "../parts/form/money-input";
import { SavedField } from "../parts/form/saved-field";
import { MoneyNotice } from "../parts/show/money-notice";
import type { PollContext } from "./poll-context";

const kinds = ["voting", "submission"] as const;
type Kind = (typeof kinds)[number];

/** What taking part and adding options cost. The three settings of each are saved together. */
export function MoneySettings({
  context,
  shown,
  nameOf,
}: {
  readonly context: PollContext;
  /** The settings that the poll has and that a search finds. */
  readonly shown: ReadonlySet<string>;
  readonly nameOf: (setting: string) => string | undefined;
}) {
  const { payments, poll } = context;
  const isPayable = payments !== undefined && payments.refusal === undefined;
  return (
    <>
      <MoneyNotice payments={payments} words={context.words} />
      {kinds
        .filter(
          (kind) =>
            // Money that was asked for can always be taken away.
            (isPayable || (poll.value.settings[`${kind}_fee_type`] ?? null) !== null) &&
            [`${kind}_fee_type`, `${kind}_fee`, `${kind}_fee_title`].some((name) =>
              shown.has(name),
            ),
        )
        .map((kind) => (
          <Fee key={kind} kind={kind} context={context} nameOf={nameOf} />
        ))}
    </>
  );
}

function Fee({
  kind,
  context,
  nameOf,
}: {
  readonly kind: Kind;
  readonly context: PollContext;
  readonly nameOf: (setting: string) => string | undefined;
}) {
  const { words, settingWords, poll, payments, update } = context;
  const { settings, configuration_hints: hints } = poll.value;
  const names = {
    type: `${kind}_fee_type`,
    amount: `${kind}_fee`,
    title: `${kind}_fee_title`,
  } as const;
  const texts = settingWords.settings;
  const choices: Readonly<Record<string, string>> = settingWords.choices[names.type];
  const type = useSignal<string | null>(settings[names.type] ?? null);
  const amount = useSignal(settings[names.amount]);
  const title = useSignal(settings[names.title] ?? "");
  const values = hints?.[names.type]?.allowed_values ?? [null];
  return (
    <SavedField words={words} field={names.type} nameOf={nameOf}>
      {(save, described) => (
        <form
          class="card"
          aria-describedby={described}
          onSubmit={(event) => {
            event.preventDefault();
            const asks = type.value !== null;
            void save(() =>
              update({
                [names.type]: type.value,
                [names.amount]: asks ? (amount.value ?? null) : null,
                [names.title]: asks && title.value !== "" ? title.value : null,
              }),
            );
          }}
        >
          <label class="entry">
            {texts[names.type][0]}
            <select
              value={type.value ?? ""}
              onChange={({ currentTarget: { value } }) =>
                (type.value = value === "" ? null : value)
              }
            >
              {values.map((each) => (
                <option key={each} value={each ?? ""}>
                  {each === null ? words.build.nothing : choices[each]}
                </option>
              ))}
            </select>
          </label>
          {type.value !== null && (
            <>
              {payments !== undefined && (
                <MoneyInput
                  label={texts[names.amount][0]}
                  currency={payments.currency}
                  locale={words.locale}
                  value={amount.value}
                  change={(minor) => (amount.value = minor)}
                  required={!type.value.endsWith("donation")}
                />
              )}
              <label class="entry">
                {texts[names.title][0]}
                <small>{texts[names.title][1]}</small>
                <input
                  type="text"
                  maxLength={255}
                  value={title.value}
                  onInput={({ currentTarget: { value } }) => (title.value = value)}
                />
              </label>
            </>
          )}
          <button type="submit">{words.options.save}</button>
        </form>
      )}
    </SavedField>
  );
}
