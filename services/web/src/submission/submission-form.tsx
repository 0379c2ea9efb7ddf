import type { Option, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { Attribute, type Definitions } from "../parts/form/attributes";
import { CardForm } from "../parts/form/card-form";
import { keep, readKept } from "../parts/form/draft";
import { Field, TextArea } from "../parts/form/field";
import { titleOf } from "../parts/form/file-title";
import { Input } from "../parts/form/input";
import { localMoment } from "../parts/form/local-moment";
import { LocationField } from "../parts/form/location-field";
import { drawingIn, Sheet, type Stroke, UndoStroke } from "../parts/form/sheet";
import { UploadProgress, useUpload } from "../parts/form/upload";
import { Acceptance } from "../parts/show/long-text";
import type { Visit } from "../session/visit";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import { bodyOf } from "./body";
import { FilesField } from "./files-field";
import { wordsOf } from "./words-of";

const TEXT_MAX = 255;
const LONG_TEXT_MAX = 10_000;
const dateNames = ["start_date", "end_date"] as const;

/** The storage key of what the visitor has entered. */
export const draftOf = ({ pollId }: Visit, option?: Option): string =>
  `option ${option?.id} of ${pollId}`;

/** The form with the required and the allowed fields of an option. */
export function SubmissionForm({
  visit,
  initial,
  onReceived,
  onCancel,
}: {
  readonly visit: Visit;
  /** The option to change; undefined: a new one. */
  readonly initial?: Option;
  readonly onReceived: (option: Option) => void;
  readonly onCancel: () => void;
}) {
  const { data, words } = visit;
  const texts = wordsOf(visit);
  const { poll } = data;
  const { settings } = poll;
  const { submission, wholeDays } = optionTypeOf(initial ?? { type: optionClassOf(poll) });
  const isNew = initial === undefined;
  /** The zone in which the page shows dates, so that entered ones are in it too. */
  const { timezone = "UTC" } = settings;
  const zone = wholeDays ? timezone : (visit.dates?.zone.value ?? timezone);
  const upload = useUpload(visit);
  const files = useSignal<readonly File[]>([]);
  const strokes = useSignal<readonly Stroke[]>([]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const title = useRef<HTMLInputElement>(null);
  const problem = useSignal<string | undefined>(undefined);
  const suggestedIn = `title of ${draftOf(visit, initial)}`;
  useEffect(() => {
    problem.value = undefined;
    upload.state.value = { name: "idle" };
    const field = title.current;
    const [first] = files.value;
    // A title that the visitor has written stays.
    if (!isNew || field === null || field.value !== (readKept(suggestedIn) ?? "")) return;
    field.value = (first && titleOf(first.name)) ?? "";
    keep(suggestedIn, field.value);
    // The draft of the form keeps it.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, [files.value]);
  if (submission === undefined) return null;

  const isNeeded = (field: string): boolean =>
    poll.option_required_fields.some((each) => each === field);
  const written = (name: "content" | "subtitle" | "info_link_title" | "author_name") => ({
    name,
    maxLength: TEXT_MAX,
    required: isNeeded(name),
    defaultValue: initial?.[name] ?? "",
  });

  async function send(entered: FormData): Promise<void> {
    problem.value = undefined;
    const body = bodyOf(entered, isNew ? attributesOf(poll) : [], { clears: !isNew, zone });
    const drawn = await drawingIn(canvas.current, strokes.value);
    const sent = drawn === undefined ? files.value : [drawn];
    for (const file of sent) body.append("option_attachments[]", file);
    const hasSource =
      sent.length > 0 || body.has("option[youtube_id]") || body.has("option[vimeo_id]");
    const needsFile = submission?.by === "drawing" || submission?.by === "file";
    if (isNew && needsFile && !hasSource) problem.value = texts.noFile;
    else {
      const option = await upload.send(body, initial?.id);
      if (option === undefined) return;
      visit.givenName.value ??= option.author_name;
      onReceived(option);
    }
  }

  return (
    <CardForm
      title={isNew ? texts.title : words.submission.change}
      button={isNew ? texts.send : texts.save}
      send={send}
      draft={draftOf(visit, initial)}
      leave={{ text: texts.cancel, go: onCancel }}
    >
      {isNew && <SubmissionFee visit={visit} />}
      {submission.by === "file" && (
        <FilesField
          {...{ files, visit }}
          accept={submission.accept}
          several={isNew && submission.groups === true && settings.allow_group_submissions}
        />
      )}
      {isNew && submission.by === "file" && submission.sites === true && (
        <Field label={texts.site} type="url" name="site" maxLength={TEXT_MAX} />
      )}
      {submission.by === "drawing" && (
        <>
          <Sheet canvas={canvas} strokes={strokes} />
          <div class="ways">
            <UndoStroke strokes={strokes} />
          </div>
          <FilesField {...{ files, visit }} accept="image/*" several={false} />
        </>
      )}
      {submission.by === "location" && (
        <LocationField initial={positionOf(initial)} beside={visit.places?.beside.value} />
      )}
      {submission.by === "dates" && (
        <>
          {dateNames.slice(0, submission.range ? 2 : 1).map((name) => (
            <label key={name} class="entry">
              {name === "end_date" ? texts.to : submission.range ? texts.from : words.vote.date}
              <Input
                type={wholeDays ? "date" : "datetime-local"}
                name={name}
                required
                defaultValue={entryOf(initial?.[name], zone, wholeDays)}
              />
            </label>
          ))}
          {!wholeDays && (
            <p class="fine">{visit.dates?.zoneText() ?? visit.signUp?.words.zone(zone)}</p>
          )}
        </>
      )}
      {submission.by !== "dates" && (
        <Field
          {...written("content")}
          label={
            submission.by === "text"
              ? texts.text
              : submission.by === "location"
                ? texts.placeName
                : texts.name
          }
          ref={title}
          placeholder={submission.by === "file" ? texts.nameHint : undefined}
        />
      )}
      {settings.allow_subtitle && <Field {...written("subtitle")} label={texts.subtitle} />}
      {(settings.allow_description || isNeeded("description")) && (
        <TextArea
          label={texts.description}
          name="description"
          rows={3}
          maxLength={LONG_TEXT_MAX}
          required={isNeeded("description")}
          defaultValue={initial?.description ?? ""}
        />
      )}
      {settings.allow_info_link && (
        <>
          <Field
            label={texts.link}
            type="url"
            name="info_link"
            pattern="https?://.*"
            maxLength={TEXT_MAX}
            defaultValue={initial?.info_link ?? ""}
          />
          <Field {...written("info_link_title")} label={texts.linkTitle} />
        </>
      )}
      {(isNeeded("author_name") || !settings.hidden_author_name) && (
        <Field
          {...written("author_name")}
          label={texts.author}
          {...(isNew && { defaultValue: visit.participant.value?.user_name ?? "" })}
        />
      )}
      {(isNew ? attributesOf(poll) : []).map(([id, definition]) => (
        <Attribute key={id} id={id} definition={definition} />
      ))}
      {(["terms", "privacy_policy"] as const)
        .filter((field) => isNew && isNeeded(field))
        .map((field) => (
          <Acceptance key={field} field={field} visit={visit} />
        ))}
      <Problem text={problem.value} />
      <UploadProgress upload={upload} />
    </CardForm>
  );
}

const entryOf = (iso = "", zone: string, wholeDays: boolean): string =>
  localMoment(iso, zone).slice(0, wholeDays ? "2000-01-01".length : undefined);

function positionOf(option: Option | undefined): readonly number[] | undefined {
  const { coordinates } = (option?.data ?? {}) as {
    readonly coordinates?: readonly (readonly number[])[];
  };
  return coordinates?.[0];
}

const attributesOf = ({ settings }: Poll): Definitions =>
  Object.entries(settings.additional_option_attributes ?? {});

/** What a submission costs (docs/reference/payments.md#submission-fee). */
function SubmissionFee({ visit }: { readonly visit: Visit }) {
  const { data, words } = visit;
  const price = data.prices?.submission;
  const { submission_fee_type: type } = data.poll.settings;
  if (type === "submission_donation") return <p class="fine">{words.donation(price)}</p>;
  return type === "submission_fee" && price !== undefined ? (
    <p class="fine">{wordsOf(visit).costs(price)}</p>
  ) : null;
}
