import type { OptionListItem } from "@polls/client";
import { type Signal, useSignal } from "@preact/signals";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { Menu } from "../parts/form/menu";
import { SavedField } from "../parts/form/saved-field";
import { SavedMenu } from "../parts/form/saved-inputs";
import { submitting } from "../parts/form/submitting";
import { askEach } from "../parts/list/ask-each";
import { useRead } from "../parts/list/use-read";
import { textsOfOption, textsOfPoll } from "../types/translatable";
import type { PollContext } from "./poll-context";
import { type Translated, Translation, type Translations } from "./translation";

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

/** The languages of a poll, and its texts in each beside those that were written. */
export function Languages({ context }: { readonly context: PollContext }) {
  const { words, poll, update, updateOption, changes } = context;
  const { languages: texts } = words;
  const { known: options, problem } = useRead(problemText, () => readOptions(context));

  const { translations = {}, language: written = context.language } = poll.value.settings;
  const languages = Object.keys(translations);
  /** `translations` are saved as a whole, so each change begins with the result of the one before. */
  const change = (after: (before: Translations) => Translations) =>
    update(({ settings }) => ({
      language: settings.language ?? context.language,
      translations: after(settings.translations as Translations),
    }));
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
      save: async (language, edit) => {
        const changed = await updateOption(option.id, () => {
          const before = translationsOf(find(options, option.id) ?? option);
          const after = { ...before, [language]: edit(before[language] ?? {}) };
          return { option: { settings: { translations: after } } };
        });
        options.value = options.value?.map((one) => (one.id === option.id ? changed : one));
        changes.value++;
      },
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
      <SavedField field="translations">
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
            <button type="submit">{words.actions.add}</button>
          </form>
        )}
      </SavedField>
    </>
  );
}

const translationsOf = ({ settings }: OptionListItem): Translations =>
  (settings?.translations ?? {}) as Translations;

const find = (options: Signal<readonly OptionListItem[] | undefined>, id: string) =>
  options.value?.find((option) => option.id === id);

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
