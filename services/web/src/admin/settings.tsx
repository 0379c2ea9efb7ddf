import type { Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { type Save, Saver } from "../parts/form/saver";
import { appliesTo } from "../types/setting-use";
import {
  type SettingGroup,
  type SettingKind,
  type SettingName,
  settingGroups,
  settingRows,
} from "../types/settings";
import { MoneySettings } from "./money-settings";
import type { PollDesk } from "./poll-desk";
import { controls } from "./setting-controls";

/** A setting as the page shows it. */
interface Entry {
  readonly name: string;
  readonly kind: SettingKind;
  readonly title: string;
  readonly text: string;
}

/** Settings in groups, with a search. */
export function Settings({ desk }: { readonly desk: PollDesk }) {
  const { words, settingWords } = desk;
  const { settings: texts } = words;
  const search = useSignal("");
  const wanted = search.value.trim().toLocaleLowerCase(words.locale);
  const matches = ({ title, text, name }: Entry) =>
    `${title} ${text} ${name}`.toLocaleLowerCase(words.locale).includes(wanted);
  const groups = settingGroups.flatMap((group) => {
    const entries = entriesOf(group, desk).filter(matches);
    return entries.length === 0 ? [] : [{ group, entries }];
  });
  const found = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <Basics desk={desk} />
      <label class="entry">
        {texts.search}
        <input
          type="search"
          value={search.value}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value;
          }}
        />
      </label>
      <p class="fine" role="status">
        {found === 0 ? texts.noMatch : texts.found(found)}
      </p>
      {groups.map(({ group, entries }) => (
        <details key={group} class="group-of" open={wanted !== "" || group === "voting"}>
          <summary>
            <h3>{settingWords.groups[group]}</h3>
          </summary>
          {group === "money" ? (
            <MoneySettings
              desk={desk}
              shown={new Set(entries.map(({ name }) => name))}
              nameOf={(setting) => nameOf(setting, desk)}
            />
          ) : (
            entries.map((entry) => <Setting key={entry.name} entry={entry} desk={desk} />)
          )}
        </details>
      ))}
    </>
  );
}

/** The settings of a group that mean something for the poll. Enumerated settings come from `configuration_hints`. */
function entriesOf(group: SettingGroup, { poll, settingWords }: PollDesk): readonly Entry[] {
  const hints = poll.value.configuration_hints ?? {};
  const names = (Object.keys(settingRows) as SettingName[]).filter(
    (name) => settingRows[name][0] === group && appliesTo(name, poll.value),
  );
  return names.flatMap((name): readonly Entry[] => {
    const kind = settingRows[name][1];
    // A setting with only one value is no choice.
    if (kind === "choice" && hints[name]?.writable !== true) return [];
    const [title, text] = settingWords.settings[name];
    return [{ name, kind, title, text }];
  });
}

/** The title of a setting, or the name of a kind of votes. */
function nameOf(name: string, { words, settingWords }: PollDesk): string | undefined {
  const titles: Readonly<Record<string, readonly [string, string]>> = settingWords.settings;
  const kinds: Readonly<Record<string, string>> = words.voteTypes;
  return titles[name]?.[0] ?? kinds[name];
}

function Setting({ entry, desk }: { readonly entry: Entry; readonly desk: PollDesk }) {
  const { name, kind, title, text } = entry;
  const Control = controls[kind];
  const settings: Readonly<Record<string, unknown>> = desk.poll.value.settings;
  return (
    <Saver words={desk.words} field={name} nameOf={(setting) => nameOf(setting, desk)}>
      {(save: Save, described) => (
        <Control
          desk={desk}
          name={name}
          title={title}
          text={text}
          value={settings[name]}
          described={described}
          save={(value) => save(() => desk.update({ [name]: value }))}
        />
      )}
    </Saver>
  );
}

const texts = ["title", "description", "location"] as const satisfies readonly (keyof Poll)[];

/** Title, description and password. */
function Basics({ desk }: { readonly desk: PollDesk }) {
  const { words, poll, update } = desk;
  const labels = {
    title: words.polls.pollTitle,
    description: words.options.description,
    location: words.settings.place,
  };
  return (
    <div class="card">
      {texts.map((name) => (
        <Saver key={name} words={words} field={name}>
          {(save, described) => (
            <TextEntry
              long={name === "description"}
              label={labels[name]}
              value={poll.value[name]}
              described={described}
              change={(value) => save(() => update({ [name]: value }))}
            />
          )}
        </Saver>
      ))}
      <Password desk={desk} />
    </div>
  );
}

interface TextEntryProps {
  readonly long: boolean;
  readonly label: string;
  readonly value: string | undefined;
  readonly described: string;
  readonly change: (value: string) => unknown;
}

function TextEntry({ long, label, value, described, change }: TextEntryProps) {
  const rest = { "aria-describedby": described, defaultValue: value ?? "" };
  return long ? (
    <label class="entry">
      {label}
      <textarea
        {...rest}
        rows={3}
        maxLength={20_000}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  ) : (
    <label class="entry">
      {label}
      <input
        {...rest}
        type="text"
        maxLength={255}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  );
}

function Password({ desk: { words, poll, update } }: { readonly desk: PollDesk }) {
  const { settings: texts } = words;
  const isSet = poll.value.settings.password_protected;
  const entered = useSignal("");
  return (
    <Saver words={words} field="password">
      {(save, described) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void save(async () => {
              await update({ password: entered.value });
              entered.value = "";
            });
          }}
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
                onInput={({ currentTarget }) => {
                  entered.value = currentTarget.value;
                }}
              />
              <button type="submit" class="quiet">
                {words.options.save}
              </button>
            </span>
          </label>
          <p class="fine">{isSet ? texts.passwordSet : texts.passwordNone}</p>
          {isSet && (
            <button
              type="button"
              class="quiet"
              onClick={() => save(() => update({ password: null }))}
            >
              {texts.removePassword}
            </button>
          )}
        </form>
      )}
    </Saver>
  );
}
