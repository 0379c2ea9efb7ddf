import type { ErrorBody, ImportReport, OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { fieldSentences } from "../parts/field-problems";
import { linesIn } from "../parts/lines";
import { Problem, problemText } from "../parts/problem";
import { fieldsOf, takesFiles, takesLines } from "../types/option-forms";
import { decodeText } from "./decode-text";
import { FieldOf, optionIn } from "./option-fields";
import { nameOf } from "./option-name";
import type { PollDesk } from "./poll-desk";

interface Props {
  readonly desk: PollDesk;
  readonly type: string;
  readonly parent: OptionListItem | undefined;
  readonly added: () => Promise<void>;
}

const TABLE_MAX_BYTES = 5_000_000;

/** Forms for one option, for several as lines, for files, and for a table. */
export function AddOptions({ desk, type, parent, added }: Props) {
  const { words, client, hash } = desk;
  const { options: texts } = words;
  const problem = useSignal<string | undefined>(undefined);
  const busy = useSignal<string | undefined>(undefined);
  const report = useSignal<ImportReport | undefined>(undefined);
  /** A text whose encoding was guessed. */
  const unsure = useSignal<string | undefined>(undefined);
  const under = parent === undefined ? {} : { parent_option_id: parent.id };
  const fields = (fieldsOf(type) ?? []).filter((field) => field !== "files");
  const title = parent === undefined ? texts.addOne : texts.addUnder(nameOf(parent, desk));

  const create = (option: Readonly<Record<string, unknown>>) =>
    client.options.create({ poll_id: hash, body: { option, ...under } });

  /** Creates the options one by one, so that a failure keeps the created ones. The form is cleared when all are created. */
  async function run<Item>(
    items: readonly Item[],
    make: (item: Item) => Promise<unknown>,
    form?: HTMLFormElement,
  ): Promise<void> {
    problem.value = undefined;
    report.value = undefined;
    try {
      for (const [at, item] of items.entries()) {
        busy.value = texts.uploading(at, items.length);
        await make(item);
      }
      // Keeps text that is typed while the list is reloaded.
      form?.reset();
    } catch (error) {
      problem.value = problemText(error, words);
    } finally {
      busy.value = undefined;
      await added();
    }
  }

  const upload = (files: readonly File[]) =>
    run(files, (file) => {
      const form = new FormData();
      form.set("option[content]", file.name.replace(/\.[^.]*$/, ""));
      if (parent !== undefined) form.set("parent_option_id", parent.id);
      form.append("option_attachments[]", file);
      return client.options.create({ poll_id: hash, body: form });
    });

  const chooseTable = async (file: File): Promise<void> => {
    report.value = undefined;
    unsure.value = undefined;
    problem.value = file.size > TABLE_MAX_BYTES ? words.errors.too_large : undefined;
    if (problem.value !== undefined) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!/\.(csv|txt)$/i.test(file.name)) return importTable({ xlsx: base64(bytes) });
    const { text, isCertain } = decodeText(bytes);
    if (isCertain) await importTable({ csv: text });
    else unsure.value = text;
  };

  const importTable = (data: { readonly csv: string } | { readonly xlsx: string }) => {
    unsure.value = undefined;
    return run([data], async () => {
      report.value = await client.polls.import({
        poll_id: hash,
        body: { kind: "options", ...data },
      });
    });
  };

  return (
    <div class="add">
      {fields.length > 0 && (
        <form
          class="card"
          onSubmit={(event) => {
            event.preventDefault();
            const form = event.currentTarget;
            void run([optionIn(new FormData(form))], create, form);
          }}
        >
          <h3>{title}</h3>
          {fields.map((field) => (
            <FieldOf key={field} field={field} words={words} />
          ))}
          <button type="submit" disabled={busy.value !== undefined}>
            {texts.add}
          </button>
        </form>
      )}
      {takesFiles(type) && (
        <label
          class="card drop"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void upload([...(event.dataTransfer?.files ?? [])]);
          }}
        >
          <strong>{texts.files}</strong>
          {texts.dropFiles}
          <input
            type="file"
            multiple
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              currentTarget.value = "";
              void upload(files);
            }}
          />
        </label>
      )}
      <p role="status">{busy.value}</p>
      <Problem text={problem.value} />
      {takesLines(type) && (
        <details>
          <summary>{texts.several}</summary>
          <form
            class="card"
            onSubmit={(event) => {
              event.preventDefault();
              const form = event.currentTarget;
              const lines = linesIn(new FormData(form).get("lines"));
              void run(lines, (content) => create({ content }), form);
            }}
          >
            <label class="entry">
              {texts.severalText}
              <textarea name="lines" rows={5} required />
            </label>
            <button type="submit" disabled={busy.value !== undefined}>
              {texts.addAll}
            </button>
          </form>
        </details>
      )}
      {parent === undefined && fields.length > 0 && (
        <details>
          <summary>{texts.import}</summary>
          <label class="card">
            {texts.importText}
            <input
              type="file"
              accept=".csv,.xlsx"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? [];
                currentTarget.value = "";
                if (file !== undefined) void chooseTable(file);
              }}
            />
          </label>
          {unsure.value !== undefined && (
            <Preview text={unsure.value} words={words} use={(csv) => void importTable({ csv })} />
          )}
          <div role="status">
            {report.value !== undefined && (
              <>
                <p>{texts.imported(report.value.created.length)}</p>
                <ul>
                  {report.value.refused.map(({ row, error }) => (
                    <li key={row}>{texts.refused(row, reasonOf(error, words))}</li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </details>
      )}
    </div>
  );
}

const PREVIEW_LINES = 6;

/** The first lines of a text in an encoding that was guessed. */
function Preview({
  text,
  words,
  use,
}: {
  readonly text: string;
  readonly words: PollDesk["words"];
  readonly use: (text: string) => void;
}) {
  const { previewText, previewUse } = words.options;
  return (
    <div class="card" role="status">
      <p>{previewText}</p>
      <pre>{text.split(/\r\n?|\n/, PREVIEW_LINES).join("\n")}</pre>
      <button type="button" onClick={() => use(text)}>
        {previewUse}
      </button>
    </div>
  );
}

function reasonOf(
  error: ImportReport["refused"][number]["error"],
  words: PollDesk["words"],
): string {
  const known: Readonly<Record<string, string>> = words.errors;
  const { code = "" } = error as ErrorBody;
  return fieldSentences(error, words.problems).join(" ") || (known[code] ?? words.failed);
}

const CHUNK = 32_768;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}
