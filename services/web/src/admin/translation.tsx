import { Ask } from "../parts/feedback/ask";
import { SavedField } from "../parts/form/saved-field";
import { pollPath } from "../poll/addresses";
import { type Texts, textAt, type WrittenText, withText } from "../types/translatable";
import type { PollContext } from "./poll-context";

export type Translations = Readonly<Record<string, Texts>>;

/** A poll or an option with its texts. */
export interface Translated {
  readonly id: string;
  readonly texts: readonly WrittenText[];
  readonly translations: Translations;
  /** Saves the texts in a language. Undefined: the language is removed. */
  readonly save: (language: string, change: (texts: Texts) => Texts) => Promise<void>;
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
export function Translation({ language, name, isNew, parts, context, remove }: TranslationProps) {
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
    <SavedField field={["translations", language, ...path].join(".")}>
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
