import { ListPlus, Sheet } from "virtual:icons";
import { ApiError, type OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { isCutOff } from "../parts/form/cut-off";
import { DatesField } from "../parts/form/dates-field";
import { Field, TextArea } from "../parts/form/field";
import { titleOf } from "../parts/form/file-title";
import { linesIn } from "../parts/form/lines";
import { localMoment } from "../parts/form/local-moment";
import { bytesOf } from "../parts/form/read-text";
import { submitting } from "../parts/form/submitting";
import { Tool, useOpenPart } from "../parts/show/tool";
import {
  type DateForm,
  type DatesDraft,
  noDates,
  optionsOfDates,
  seriesOf,
} from "../types/date-drafts";
import { dateFormOf, fieldsOf, isQuestion, takesFiles, takesLines } from "../types/option-forms";
import { optionTypeOf } from "../types/option-types";
import { ImportTable } from "./import-table";
import { NewQuestion } from "./new-question";
import { FieldOf, optionIn } from "./option-fields";
import type { PollContext } from "./poll-context";
import type { OutlinedStep } from "./survey-outline";

interface Props {
  readonly context: PollContext;
  readonly type: string;
  readonly parent: OptionListItem | undefined;
  /** The steps of a survey, for a new one. */
  readonly steps: readonly OutlinedStep[] | undefined;
  /** What is there already. */
  readonly items: readonly OptionListItem[];
  readonly title: string;
  readonly added: () => Promise<void>;
}

/** Forms for one option, for several as lines, for files, and for a table. */
export function AddOptions({ context, type, parent, steps, items, title, added }: Props) {
  const { words, client, hash, poll } = context;
  const { options: texts } = words;
  const problem = useSignal<string | undefined>(undefined);
  const busy = useSignal<string | undefined>(undefined);
  /** What there is to say about files, by their names. */
  const notes = useSignal<readonly string[]>([]);
  const under = parent === undefined ? {} : { parent_option_id: parent.id };
  const fields = (fieldsOf(type) ?? []).filter((field) => field !== "files");
  const hasFields = fields.length > 0 && !isQuestion(type) && dateFormOf(type) === undefined;
  const dateForm = dateFormOf(type);
  const zone = dateForm === "days" ? "UTC" : poll.value.settings.timezone;
  const dayOf = (iso: string): string => localMoment(iso, zone).slice(0, 10);
  const dates = useSignal<DatesDraft>(noDates);
  const isMissing = useSignal(false);
  const takesTable = parent === undefined && fields.length > 0;
  const { open, shows } = useOpenPart<"lines" | "table">();
  const takesDocuments = optionTypeOf({ type: type as OptionListItem["type"] }).kind === "file";
  const hasPlaces = poll.value.settings.limit_per_option_type === "limit_individual";

  const create = (option: Readonly<Record<string, unknown>>) =>
    client.options.create({ poll_id: hash, body: { option, ...under } });

  /**
   * Creates the options one by one, so that a failure keeps the created ones. What a file is refused for does not stop
   * the others. The form is cleared when all are created.
   */
  async function run<Item>(
    items: readonly Item[],
    make: (item: Item) => Promise<unknown>,
    form?: HTMLFormElement,
  ): Promise<void> {
    problem.value = undefined;
    notes.value = [];
    try {
      for (const [at, item] of items.entries()) {
        busy.value = texts.uploading(at, items.length);
        try {
          await make(item);
        } catch (error) {
          if (!(item instanceof File)) throw error;
          note(item, problemText(error));
          if (!isOfFile(error)) break;
        }
      }
      // Keeps text that is typed while the list is reloaded.
      form?.reset();
    } catch (error) {
      problem.value = problemText(error);
    } finally {
      busy.value = undefined;
      await added();
    }
  }
  const note = ({ name }: File, text: string) =>
    (notes.value = [...notes.value, `${name}: ${text}`]);

  /** One request, or under a category one for each: series are at the top level. */
  async function addDates(wanted: DatesDraft, form: DateForm): Promise<void> {
    if (parent === undefined) {
      const series = seriesOf(wanted, form);
      await run([series], () => client.options.createSeries({ poll_id: hash, body: { series } }));
    } else await run(optionsOfDates(wanted, form), create);
    if (problem.value === undefined) dates.value = noDates;
  }

  const upload = (files: readonly File[]) =>
    run(files, async (file) => {
      const form = new FormData();
      const title = takesDocuments ? file.name.replace(/\.[^.]*$/, "") : titleOf(file.name);
      if (title !== undefined) form.set("option[content]", title);
      if (parent !== undefined) form.set("parent_option_id", parent.id);
      form.append("option_attachments[]", file);
      await client.options.create({ poll_id: hash, body: form });
      if (isCutOff(await bytesOf(file))) note(file, texts.cutOff);
    });

  return (
    <div class="add">
      {isQuestion(type) && <NewQuestion {...{ context, parent, steps, title, added }} />}
      {dateForm !== undefined && (
        <form
          class="card"
          onSubmit={submitting(() => {
            isMissing.value = dates.value.days.length === 0;
            if (isMissing.value) return;
            void addDates(dates.value, dateForm);
          })}
        >
          <h3>{title}</h3>
          <DatesField
            dates={dates.value}
            change={(chosen) => {
              dates.value = chosen;
              isMissing.value = false;
            }}
            form={dateForm}
            timezone={poll.value.settings.timezone}
            marked={new Set(items.map(({ start_date = "" }) => dayOf(start_date)))}
            problem={isMissing.value ? words.build.daysMissing : undefined}
          />
          <button type="submit" disabled={busy.value !== undefined}>
            {words.actions.add}
          </button>
        </form>
      )}
      {hasFields && (
        <form
          class="card"
          onSubmit={submitting((form) => {
            void run([optionIn(new FormData(form))], create, form);
          })}
        >
          <h3>{title}</h3>
          {fields.map((field) => (
            <FieldOf key={field} {...{ field, context, items }} />
          ))}
          {hasPlaces && (
            <Field label={words.build.places} name="places" type="number" min={1} step={1} />
          )}
          <button type="submit" disabled={busy.value !== undefined}>
            {words.actions.add}
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
          <strong>{words.problems.fields.option_attachments}</strong>
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
      {notes.value.length > 0 && (
        <ul class="problem" role="alert">
          {notes.value.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      <Problem text={problem.value} />
      <div class="row">
        {takesLines(type) && <Tool icon={ListPlus} text={texts.several} {...shows("lines")} />}
        {takesTable && <Tool icon={Sheet} text={texts.import} {...shows("table")} />}
      </div>
      {open.value === "lines" && (
        <form
          class="card"
          onSubmit={submitting((form) => {
            const lines = linesIn(new FormData(form).get("lines"));
            void run(lines, (content) => create({ content }), form);
          })}
        >
          <TextArea label={texts.severalText} name="lines" rows={5} required />
          <button type="submit" disabled={busy.value !== undefined}>
            {texts.addAll}
          </button>
        </form>
      )}
      {open.value === "table" && <ImportTable context={context} added={added} />}
    </div>
  );
}

const ofFiles: ReadonlySet<string | undefined> = new Set(["invalid", "unusable_file", "too_large"]);
/** Whether a refusal is about the file, and not about all that follow. */
const isOfFile = (error: unknown): boolean => error instanceof ApiError && ofFiles.has(error.code);
