import { useSignal } from "@preact/signals";
import { Field } from "../parts/form/field";
import { Menu } from "../parts/form/menu";
import { MoneyInput } from "../parts/form/money-input";
import { SavedField } from "../parts/form/saved-field";
import { submitting } from "../parts/form/submitting";
import { LeastVotes, MoneyNotice } from "../parts/show/money-notice";
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
      <MoneyNotice payments={payments} email={context.account?.email} />
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
    <SavedField field={names.type} nameOf={nameOf}>
      {(save, described) => (
        <form
          class="card"
          aria-describedby={described}
          onSubmit={submitting(() => {
            const asks = type.value !== null;
            void save(() =>
              update({
                [names.type]: type.value,
                [names.amount]: asks ? (amount.value ?? null) : null,
                [names.title]: asks && title.value !== "" ? title.value : null,
              }),
            );
          })}
        >
          <Menu
            label={texts[names.type][0]}
            values={values}
            textOf={(each) => (each === null ? words.build.nothing : (choices[each] ?? each))}
            value={type.value}
            set={(value) => (type.value = value)}
          />
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
              {payments !== undefined && type.value === "voting_sell_votes" && (
                <LeastVotes payments={payments} price={amount.value} />
              )}
              <Field
                label={texts[names.title][0]}
                hint={texts[names.title][1]}
                maxLength={255}
                value={title.value}
                onInput={({ currentTarget: { value } }) => (title.value = value)}
              />
            </>
          )}
          <button type="submit">{words.actions.save}</button>
        </form>
      )}
    </SavedField>
  );
}
