import { Link, ListPlus, Sheet } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { type Signal, useSignal } from "@preact/signals";
import { Problem } from "../parts/feedback/problem";
import { problemText } from "../parts/feedback/problem-text";
import { DatesField } from "../parts/form/dates-field";
import { Field, TextArea } from "../parts/form/field";
import { linesIn } from "../parts/form/lines";
import { localMoment } from "../parts/form/local-moment";
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
import type { Thing } from "../types/things";
import { AddFiles, type Progress } from "./add-files";
import { ImportTable } from "./import-table";
import { NewQuestion } from "./new-question";
import { FieldOf, optionIn } from "./option-fields";
import type { PollContext } from "./poll-context";
import type { OutlinedStep } from "./survey-outline";

interface Props {
  readonly context: PollContext;
  readonly type: OptionListItem["type"];
  readonly parent: OptionListItem | undefined;
  /** The steps of a survey, for a new one. */
  readonly steps: readonly OutlinedStep[] | undefined;
  /** What is there already. */
  readonly items: readonly OptionListItem[];
  readonly title: string;
  readonly thing: Thing;
  /** Where it is shown how far an upload is; undefined: below the field. */
  readonly uploaded: Signal<Progress | undefined> | undefined;
  readonly added: () => Promise<void>;
}

/** Forms for one option, for several as lines, for files, and for a table. */
export function AddOptions(props: Props) {
  const { context, type, parent, steps, items, title, added } = props;
  const { words, client, hash, poll } = context;
  const { options: texts } = words;
  const problem = useSignal<string | undefined>(undefined);
  const busy = useSignal<string | undefined>(undefined);
  const under = parent === undefined ? {} : { parent_option_id: parent.id };
  const fields = (fieldsOf(type) ?? []).filter((field) => field !== "files");
  const hasFields = fields.length > 0 && !isQuestion(type) && dateFormOf(type) === undefined;
  /** Beside files, one field is the exception. */
  const isFolded = takesFiles(type);
  const dateForm = dateFormOf(type);
  const zone = dateForm === "days" ? "UTC" : poll.value.settings.timezone;
  const dayOf = (iso: string): string => localMoment(iso, zone).slice(0, 10);
  const dates = useSignal<DatesDraft>(noDates);
  const isMissing = useSignal(false);
  const takesTable = parent === undefined && fields.length > 0;
  const { open, shows } = useOpenPart<"address" | "lines" | "table">();
  const hasPlaces = poll.value.settings.limit_per_option_type === "limit_individual";

  const create = (option: Readonly<Record<string, unknown>>) =>
    client.options.create({ poll_id: hash, body: { option, ...under } });

  /**
   * Creates the options one by one, so that a failure keeps the created ones. The form is cleared when all are created.
   */
  async function run<Item>(
    items: readonly Item[],
    make: (item: Item) => Promise<unknown>,
    form?: HTMLFormElement,
  ): Promise<void> {
    problem.value = undefined;
    try {
      for (const [at, item] of items.entries()) {
        busy.value = texts.uploading(at, items.length);
        await make(item);
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

  /** One request, or under a category one for each: series are at the top level. */
  async function addDates(wanted: DatesDraft, form: DateForm): Promise<void> {
    if (parent === undefined) {
      const series = seriesOf(wanted, form);
      await run([series], () => client.options.createSeries({ poll_id: hash, body: { series } }));
    } else await run(optionsOfDates(wanted, form), create);
    if (problem.value === undefined) dates.value = noDates;
  }

  return (
    <div class="add">
      {takesFiles(type) && <AddFiles {...props} />}
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
      {hasFields && (!isFolded || open.value === "address") && (
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
      <p role="status">{busy.value}</p>
      <Problem text={problem.value} />
      <div class="row">
        {hasFields && isFolded && <Tool icon={Link} text={texts.video} {...shows("address")} />}
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
