import type { OptionListItem } from "@polls/client";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Ask } from "../parts/feedback/ask";
import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { Menu } from "../parts/form/field";
import { SavedField } from "../parts/form/saved-field";
import { SavedMenu } from "../parts/form/saved-inputs";
import { submitting } from "../parts/form/submitting";
import { askEach } from "../parts/list/ask-each";
import { pollPath } from "../poll/addresses";
import {
  type Texts,
  textAt,
  textsOfOption,
  textsOfPoll,
  type WrittenText,
  withText,
} from "../types/translatable";
import type { PollContext } from "./poll-context";

/** The languages that the desk offers; by the API a poll can have any. */
const offeredLanguages: readonly string[] = `
  ar bg bs ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu hy id is it
  ja ka ko lb lt lv mk ms mt nb nl pl pt pt-BR rm ro ru sk sl so sq sr sv sw ta
  th ti tr uk ur vi zh
`
  .trim()
  .split(/\s+/);

/** The page would be too long with more. */
const OPTIONS_MAX = 500;
/** Offered first, if none of the browser is left. */
const OFTEN_USED = ["en", "de", "fr", "es"];

type Translations = Readonly<Record<string, Texts>>;

/** A poll or an option with its texts. */
interface Translated {
  readonly id: string;
  readonly texts: readonly WrittenText[];
  readonly translations: Translations;
  /** Saves the texts in a language. Undefined: the language is removed. */
  readonly save: (language: string, change: (texts: Texts) => Texts) => Promise<void>;
}

/** The languages of a poll, and its texts in each beside those that were written. */
export function Languages({ context }: { readonly context: PollContext }) {
  const { words, poll, client, hash, update, changes } = context;
  const { languages: texts } = words;
  const options = useSignal<readonly OptionListItem[] | undefined>(undefined);
  const { problem, attempt } = useAttempts((error) => problemText(error, words));
  const inTurn = useMemo(oneAfterAnother, []);
  useEffect(() => void attempt(async () => (options.value = await readOptions(context))), []);

  const { translations = {}, language: written = context.language } = poll.value.settings;
  const languages = Object.keys(translations);
  /** `translations` are saved as a whole, so each change begins with the result of the one before. */
  const change = (after: (before: Translations) => Translations) =>
    inTurn(() =>
      update({
        language: poll.value.settings.language ?? context.language,
        translations: after(poll.value.settings.translations as Translations),
      }),
    );
  const ofPoll: Translated = {
    id: "poll",
    texts: textsOfPoll(poll.value),
    translations: translations as Translations,
    save: (language, edit) =>
      change((before) => ({ ...before, [language]: edit(before[language] ?? {}) })),
  };
  const ofOptions = (options.value ?? []).map(
    (option): Translated => ({
      id: option.id,
      texts: textsOfOption(option),
      translations: translationsOf(option),
      save: (language, edit) =>
        inTurn(async () => {
          const before = translationsOf(find(options, option.id) ?? option);
          const after = { ...before, [language]: edit(before[language] ?? {}) };
          const body = { option: { settings: { translations: after } } };
          const changed = await client.options.update({ poll_id: hash, id: option.id, body });
          options.value = options.value?.map((one) => (one.id === option.id ? changed : one));
          changes.value++;
        }),
    }),
  );
  const { nameIn, sorted } = namesIn(words.locale);
  const lastAdded = useSignal("");
  const addable = sorted(offeredLanguages).filter(
    (one) => one !== written && !languages.includes(one),
  );
  const likely = [...navigator.languages, ...OFTEN_USED]
    .map((one) => one.slice(0, 2))
    .find((one) => addable.includes(one));
  return (
    <>
      <p>{texts.text}</p>
      <SavedMenu<string>
        words={words}
        field="language"
        label={texts.written}
        values={sorted([written, ...offeredLanguages]).filter((one) => !languages.includes(one))}
        textOf={nameIn}
        value={written}
        change={(language) => update({ language })}
      />
      <Problem text={problem.value} />
      {languages.map((language) => (
        <Translation
          key={language}
          language={language}
          name={nameIn(language)}
          isNew={language === lastAdded.value}
          parts={[ofPoll, ...ofOptions]}
          context={context}
          remove={() => change(({ [language]: _, ...others }) => others)}
        />
      ))}
      {options.value === undefined && problem.value === undefined && languages.length > 0 && (
        <p class="fine">{words.admin.loading}</p>
      )}
      {(options.value?.length ?? 0) >= OPTIONS_MAX && (
        <p class="fine">{texts.first(OPTIONS_MAX)}</p>
      )}
      <SavedField words={words} field="translations">
        {(save, described) => (
          <form
            class="row"
            onSubmit={submitting((form) => {
              const added = String(new FormData(form).get("added"));
              lastAdded.value = added;
              void save(() => change((before) => ({ ...before, [added]: {} })));
            })}
          >
            <Menu
              label={texts.add}
              name="added"
              values={addable}
              textOf={nameIn}
              initial={likely}
              described={described}
            />
            <button type="submit">{words.options.add}</button>
          </form>
        )}
      </SavedField>
    </>
  );
}

interface TranslationProps {
  /** Whether it was just added, and is shown open. */
  readonly isNew: boolean;
  readonly language: string;
  readonly name: string;
  readonly parts: readonly Translated[];
  readonly context: PollContext;
  readonly remove: () => Promise<unknown>;
}

/** All texts in one language, and how many of them there are. */
function Translation({ language, name, isNew, parts, context, remove }: TranslationProps) {
  const { words, poll } = context;
  const { languages: texts } = words;
  const isDone = ({ translations }: Translated, { path }: WrittenText): boolean =>
    textAt(translations[language] ?? {}, path) !== undefined;
  const all = parts.flatMap((part) => part.texts.map((text) => isDone(part, text)));
  const done = all.filter((each) => each).length;
  return (
    <details class="card translation" open={isNew}>
      <summary>
        <h3>{name}</h3>
        <span class="fine">{texts.done(done, all.length)}</span>
        <progress value={done} max={all.length} aria-hidden="true" />
      </summary>
      {parts.map((part) => (
        <div key={part.id} class="texts">
          {part.texts.map((text) => (
            <TextField key={text.path.join(".")} {...{ language, text, part, context }} />
          ))}
        </div>
      ))}
      <p class="row">
        <a href={`${pollPath(poll.value.member_hash)}?language=${language}`}>{words.admin.view}</a>
        <Ask button={texts.remove(name)} text={texts.removeText(name)} act={remove} />
      </p>
    </details>
  );
}

/** As in the service. */
const lengths = { short: 255, content: 1_000, long: 20_000 };
const longFields: ReadonlySet<string> = new Set([
  ...["description", "terms", "privacy_policy", "publisher_info", "text"],
]);

function TextField({
  language,
  text: { path, text },
  part,
  context,
}: Pick<TranslationProps, "language" | "context"> & {
  readonly text: WrittenText;
  readonly part: Translated;
}) {
  const isLong = longFields.has(path.at(-1) ?? "");
  const maxLength = isLong ? lengths.long : lengths[path[0] === "content" ? "content" : "short"];
  return (
    <SavedField words={context.words} field={["translations", language, ...path].join(".")}>
      {(save, described) => {
        const field = {
          id: `${described}-field`,
          ...({ lang: language, dir: "auto", maxLength, "aria-describedby": described } as const),
          defaultValue: textAt(part.translations[language] ?? {}, path) ?? "",
        };
        const change = (value: string) =>
          save(() => part.save(language, (texts) => withText(texts, path, value.trim())));
        return (
          <div class="entry written-beside">
            <label class="written" for={field.id}>
              <small>{labelOf(path[0], context)}</small>
              {text}
            </label>
            {isLong ? (
              <textarea
                {...field}
                rows={3}
                onChange={({ currentTarget }) => change(currentTarget.value)}
              />
            ) : (
              <input
                {...field}
                type="text"
                onChange={({ currentTarget }) => change(currentTarget.value)}
              />
            )}
          </div>
        );
      }}
    </SavedField>
  );
}

function labelOf(field: string, { words, settingWords }: PollContext): string {
  const settings: Readonly<Record<string, readonly [string, string?]>> = settingWords.settings;
  const fields: Readonly<Record<string, string>> = words.problems.fields;
  const name = field === "value_labels" ? "allowed_values" : field;
  return settings[name]?.[0] ?? fields[name] ?? "";
}

const translationsOf = ({ settings }: OptionListItem): Translations =>
  (settings?.translations ?? {}) as Translations;

const find = (options: Signal<readonly OptionListItem[] | undefined>, id: string) =>
  options.value?.find((option) => option.id === id);

/** Runs each change after the one before, also if that has failed. */
function oneAfterAnother() {
  let last: Promise<unknown> = Promise.resolve();
  return (change: () => Promise<void>): Promise<void> => {
    const next = last.then(change, change);
    last = next;
    return next;
  };
}

/** The names of languages in the language of the page. */
function namesIn(locale: string) {
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const nameIn = (language: string): string => names.of(language) ?? language;
  return {
    nameIn,
    sorted: (languages: readonly string[]): readonly string[] =>
      [...new Set(languages)].sort((one, other) =>
        nameIn(one).localeCompare(nameIn(other), locale),
      ),
  };
}

/** The options whose texts the admin has written, those under a step behind it, each with its description. */
async function readOptions({
  client,
  hash: poll_id,
}: PollContext): Promise<readonly OptionListItem[]> {
  const list = async (under: { readonly parent_option_id?: string }) => {
    const found: OptionListItem[] = [];
    const request = { poll_id, settings: true, pair: false, sort: "options.position asc" } as const;
    for await (const option of client.options.list.all({ ...request, ...under })) {
      if (found.length === OPTIONS_MAX) break;
      if (option.archived !== true && option.approval_state !== "disapproved") found.push(option);
    }
    return found;
  };
  const groups = await askEach(await list({}), async (parent) => {
    // Participants answer a drawing step by options of their own.
    const isParent =
      parent.child_option_type !== undefined && parent.settings?.survey_step_type !== "drawing";
    return [parent, ...(isParent ? await list({ parent_option_id: parent.id }) : [])];
  });
  return askEach(groups.flat().slice(0, OPTIONS_MAX), async (option) =>
    option.has_description === true ? client.options.show({ poll_id, id: option.id }) : option,
  );
}
