import type { Option, Poll } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { Attribute, type Definitions } from "../parts/attributes";
import { CardForm } from "../parts/card-form";
import { drawingIn, Sheet, type Stroke, UndoStroke } from "../parts/sheet";
import { UploadProgress, useUpload } from "../parts/upload";
import type { Visit } from "../session/visit";
import { optionClassOf, optionTypeOf } from "../types/option-types";
import { bodyOf } from "./body";
import { FilesField } from "./files-field";
import { LocationField } from "./location-field";

const TEXT_MAX = 255;
const LONG_TEXT_MAX = 10_000;
const BYTES_IN_MB = 1_000_000;

/** Asks for what an option of the poll needs, and what the poll lets visitors add. */
export function SubmissionForm({
  visit,
  onReceived,
  onCancel,
}: {
  readonly visit: Visit;
  readonly onReceived: (option: Option) => void;
  readonly onCancel: () => void;
}) {
  const { data, words } = visit;
  const { poll } = data;
  const { settings } = poll;
  const { submission, wholeDays } = optionTypeOf({ type: optionClassOf(poll) });
  const upload = useUpload(visit);
  const files = useSignal<readonly File[]>([]);
  const strokes = useSignal<readonly Stroke[]>([]);
  const canvas = useRef<HTMLCanvasElement>(null);
  const problem = useSignal<string | undefined>(undefined);
  if (submission === undefined) return null;

  const isNeeded = (field: string): boolean =>
    poll.option_required_fields.some((each) => each === field);
  const zoneIsLocal = settings.timezone === undefined;

  async function send(entered: FormData): Promise<void> {
    problem.value = undefined;
    const body = bodyOf(entered, attributesOf(poll), { zoneIsLocal });
    const drawn = await drawingIn(canvas.current, strokes.value);
    const sent = drawn === undefined ? files.value : [drawn];
    for (const file of sent) body.append("option_attachments[]", file);
    const hasSource =
      sent.length > 0 || body.has("option[youtube_id]") || body.has("option[vimeo_id]");
    const needsFile = submission?.by === "drawing" || submission?.by === "file";
    if (needsFile && !hasSource) problem.value = words.submission.noFile;
    else if (
      sent.some(
        ({ size }) => size > (settings.file_size_max_mb ?? Number.POSITIVE_INFINITY) * BYTES_IN_MB,
      )
    ) {
      problem.value = words.errors.too_large;
    } else {
      const option = await upload.send(body);
      if (option !== undefined) onReceived(option);
    }
  }

  return (
    <CardForm
      title={words.submission.title}
      button={words.submission.send}
      send={send}
      leave={{ text: words.submission.cancel, go: onCancel }}
    >
      {submission.by === "file" && (
        <FilesField
          files={files}
          accept={submission.accept}
          several={submission.groups === true && settings.allow_group_submissions}
          maxMb={settings.file_size_max_mb}
          words={words}
        />
      )}
      {submission.by === "file" && submission.sites === true && (
        <label class="entry">
          {words.submission.site}
          <input type="url" name="site" maxLength={TEXT_MAX} />
        </label>
      )}
      {submission.by === "drawing" && (
        <>
          <Sheet canvas={canvas} strokes={strokes} words={words} />
          <div class="ways">
            <UndoStroke strokes={strokes} words={words} />
          </div>
          <FilesField
            files={files}
            accept="image/*"
            several={false}
            maxMb={undefined}
            words={words}
          />
        </>
      )}
      {submission.by === "location" && <LocationField words={words} />}
      {submission.by === "dates" && (
        <>
          <DateField
            name="start_date"
            label={submission.range ? words.submission.from : words.vote.date}
            wholeDays={wholeDays}
          />
          {submission.range && (
            <DateField name="end_date" label={words.submission.to} wholeDays={wholeDays} />
          )}
        </>
      )}
      {submission.by !== "dates" && (
        <Entry
          name="content"
          label={submission.by === "text" ? words.submission.text : words.submission.name}
          needed={isNeeded("content")}
        />
      )}
      {settings.allow_subtitle && <Entry name="subtitle" label={words.submission.subtitle} />}
      {(settings.allow_description || isNeeded("description")) && (
        <label class="entry">
          {words.submission.description}
          <textarea
            name="description"
            rows={3}
            maxLength={LONG_TEXT_MAX}
            required={isNeeded("description")}
          />
        </label>
      )}
      {settings.allow_info_link && (
        <>
          <label class="entry">
            {words.submission.link}
            <input type="url" name="info_link" pattern="https?://.*" maxLength={TEXT_MAX} />
          </label>
          <Entry name="info_link_title" label={words.submission.linkTitle} />
        </>
      )}
      {(isNeeded("author_name") || !settings.hidden_author_name) && (
        <Entry
          name="author_name"
          label={words.participant.user_name}
          needed={isNeeded("author_name")}
        />
      )}
      {attributesOf(poll).map(([id, definition]) => (
        <Attribute key={id} id={id} definition={definition} words={words} />
      ))}
      {(["terms", "privacy_policy"] as const).filter(isNeeded).map((field) => (
        <label key={field} class="check">
          <input type="checkbox" name={field} value="1" required /> {words.participant[field]}
        </label>
      ))}
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <UploadProgress upload={upload} words={words} />
    </CardForm>
  );
}

function DateField({
  name,
  label,
  wholeDays,
}: {
  readonly name: string;
  readonly label: string;
  readonly wholeDays: boolean;
}) {
  return (
    <label class="entry">
      {label}
      <input type={wholeDays ? "date" : "datetime-local"} name={name} required />
    </label>
  );
}

function Entry({
  name,
  label,
  needed = false,
}: {
  readonly name: string;
  readonly label: string;
  readonly needed?: boolean;
}) {
  return (
    <label class="entry">
      {label}
      <input type="text" name={name} maxLength={TEXT_MAX} required={needed} />
    </label>
  );
}

const attributesOf = ({ settings }: Poll): Definitions =>
  Object.entries(settings.additional_option_attributes ?? {});
