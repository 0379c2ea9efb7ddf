import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Field } from "../parts/form/field";
import { type Save, SavedField } from "../parts/form/saved-field";
import { submitting } from "../parts/form/submitting";
import { Quiet } from "../parts/show/button";
import { elsewhere, searchWords } from "../types/setting-searches";
import {
  appliesTo,
  firstSettings,
  type SettingGroup,
  type SettingKind,
  type SettingName,
  settingGroups,
  settingRows,
} from "../types/settings";
import { votedOnIn } from "../types/things";
import { hasEnded } from "./closing";
import { MoneySettings } from "./money-settings";
import type { PollContext } from "./poll-context";
import { controls } from "./setting-controls";

/** A setting as the page shows it. */
interface Entry {
  readonly name: SettingName;
  readonly kind: SettingKind;
  readonly title: string;
  readonly text: string;
}

/** A card for each group of settings: those that most polls need, and the others folded. A search shows what it finds. */
export function Settings({ context }: { readonly context: PollContext }) {
  const { words, settingWords } = context;
  const { settings: texts } = words;
  const search = useSignal("");
  const fold = (text: string) =>
    text
      .toLocaleLowerCase(words.locale)
      .replaceAll("ß", "ss")
      .replace(/[-‐\u00AD]/g, "");
  const wanted = fold(search.value.trim());
  const searches = wanted !== "";
  const isFound = (name: string, ...shown: readonly string[]) =>
    fold(
      [name, ...shown, Object.entries(searchWords).find(([each]) => each === name)?.[1]].join(" "),
    ).includes(wanted);
  const isFirst = ({ name }: Entry) => firstSettings.some((each) => each === name);
  const groups = settingGroups.map((group) => {
    const entries = entriesOf(group, context).filter(({ name, title, text }) =>
      isFound(name, title, text, settingWords.groups[group]),
    );
    const hasPassword = group === "participants" && isFound("password", texts.newPassword);
    const first = entries.filter(isFirst);
    return { group, entries, hasPassword, first, others: entries.filter((each) => !isFirst(each)) };
  });
  const names = { close: words.admin.close, share: words.share.title, ...words.admin.sections };
  const places = searches ? elsewhere.filter((place) => isFound(place, names[place])) : [];
  const found = groups.reduce(
    (sum, { entries, hasPassword }) => sum + entries.length + Number(hasPassword),
    places.length,
  );
  useEffect(showNamed, []);
  const fieldsOf = (entries: readonly Entry[]) =>
    entries.map((entry) => <Setting key={entry.name} entry={entry} context={context} />);
  return (
    <>
      <Field
        label={texts.search}
        type="search"
        value={search.value}
        onInput={({ currentTarget }) => (search.value = currentTarget.value)}
      />
      <p class="fine" role="status">
        {searches && (found === 0 ? texts.noMatch : texts.found(found))}
      </p>
      {places.length > 0 && (
        <p class="row">
          {places.map((place) => (
            <a
              key={place}
              class="button quiet"
              href={`#${place === "close" ? "settings" : place}`}
              onClick={() => place === "close" && openMenu()}
            >
              {names[place]}
            </a>
          ))}
        </p>
      )}
      {groups.map(({ group, entries, hasPassword, first, others }) => {
        if (entries.length === 0 && !hasPassword) return null;
        const name = settingWords.groups[group];
        const title = <h3>{name}</h3>;
        const hasFirst = first.length > 0 || hasPassword;
        return (
          <div key={group} class="card group-of">
            {hasFirst && title}
            {fieldsOf(first)}
            {hasPassword && <Password context={context} />}
            {others.length > 0 && (
              <details open={searches}>
                <summary aria-label={hasFirst ? `${texts.more}: ${name}` : undefined}>
                  {hasFirst ? texts.more : title}
                </summary>
                {group === "money" ? (
                  <MoneySettings
                    context={context}
                    shown={new Set(others.map(({ name }) => name))}
                    nameOf={(setting) => nameOf(setting, context)}
                  />
                ) : (
                  fieldsOf(others)
                )}
              </details>
            )}
          </div>
        );
      })}
    </>
  );
}

/** Opens the group of the setting that the address names, and focuses its field. */
function showNamed(): void {
  const [, name] = location.hash.split("/");
  const field = document.querySelector(`[data-field="${CSS.escape(name ?? "")}"]`);
  field?.closest("details")?.setAttribute("open", "");
  field?.querySelector<HTMLElement>("input, select, textarea")?.focus();
}

/** The menu closes the poll. */
function openMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("details.menu");
  if (menu === null) return;
  menu.open = true;
  menu.querySelector("summary")?.focus();
}

/** The name of a setting and what the name does not say, in the words for what the poll has. */
function textsOf(name: SettingName, context: PollContext): readonly [title: string, text: string] {
  const { poll, words, settingWords } = context;
  const { endedText, closedText } = words.settings;
  const { mayAdd, things } = words.build;
  const [one, many] = things[votedOnIn(poll.value)];
  const fill = (text: string) =>
    text
      .replaceAll("{thing}", one)
      .replaceAll("{things}", many)
      .replace(/^./, (first) => first.toUpperCase());
  const { voting_fee_type, vote_type } = poll.value.settings;
  const votes = voting_fee_type === "voting_sell_votes" ? "bought" : vote_type;
  const ofVotes = votes === undefined ? undefined : settingWords.byVotes[votes]?.[name];
  const [title, text = ""] = ofVotes ?? settingWords.settings[name];
  if (name === "allow_new_options") return [mayAdd(many), text];
  if (name !== "deadline_voting" || poll.value.status === "active")
    return [fill(title), fill(text)];
  return [title, hasEnded(context) ? endedText : closedText];
}

/** The settings of a group that mean something for the poll. Enumerated settings come from `configuration_hints`. */
function entriesOf(group: SettingGroup, context: PollContext): readonly Entry[] {
  const { poll } = context;
  const hints = poll.value.configuration_hints ?? {};
  const names = (Object.keys(settingRows) as SettingName[]).filter(
    (name) => settingRows[name][0] === group && appliesTo(name, poll.value),
  );
  return names.flatMap((name): readonly Entry[] => {
    const kind = settingRows[name][1];
    // A setting with only one value is no choice.
    if (kind === "choice" && hints[name]?.writable !== true) return [];
    const [title, text] = textsOf(name, context);
    return [{ name, kind, title, text }];
  });
}

/** The title of a setting, or the name of a vote type. */
function nameOf(name: string, context: PollContext): string | undefined {
  const kinds: Readonly<Record<string, string>> = context.words.voteTypes;
  return name in settingRows ? textsOf(name as SettingName, context)[0] : kinds[name];
}

function Setting({ entry, context }: { readonly entry: Entry; readonly context: PollContext }) {
  const { name, kind, title, text } = entry;
  const Control = controls[kind];
  const settings: Readonly<Record<string, unknown>> = context.poll.value.settings;
  return (
    <SavedField field={name} nameOf={(setting) => nameOf(setting, context)}>
      {(save: Save, described) => (
        <Control
          context={context}
          name={name}
          title={title}
          text={text}
          value={settings[name]}
          described={described}
          save={(value) => save(() => context.update({ [name]: value }))}
          edit={(after) =>
            save(() =>
              context.update((poll) => {
                const stored: Readonly<Record<string, unknown>> = poll.settings;
                return { [name]: after(stored[name]) };
              }),
            )
          }
        />
      )}
    </SavedField>
  );
}

function Password({ context: { words, poll, update } }: { readonly context: PollContext }) {
  const { settings: texts } = words;
  const isSet = poll.value.settings.password_protected;
  const entered = useSignal("");
  return (
    <SavedField field="password">
      {(save, described) => (
        <form
          onSubmit={submitting(() =>
            save(async () => {
              await update({ password: entered.value });
              entered.value = "";
            }),
          )}
        >
          <label class="entry">
            {texts.newPassword}
            <span class="row">
              <input
                type="password"
                required
                maxLength={128}
                autocomplete="new-password"
                aria-describedby={described}
                value={entered.value}
                onInput={({ currentTarget }) => (entered.value = currentTarget.value)}
              />
              <button type="submit" class="quiet">
                {words.actions.save}
              </button>
            </span>
          </label>
          <p class="fine">{isSet ? texts.passwordSet : texts.passwordNone}</p>
          {isSet && (
            <Quiet onClick={() => save(() => update({ password: null }))}>
              {texts.removePassword}
            </Quiet>
          )}
        </form>
      )}
    </SavedField>
  );
}
