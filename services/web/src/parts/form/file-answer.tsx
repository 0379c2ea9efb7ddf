import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FieldProps } from "./field-props";
import { FilePick } from "./file-pick";
import { fileForm, UploadProgress, useUpload } from "./upload";

const NAME_MAX = 200;

/** The file with which a visitor answers an input. The value is the id of the option with the file. */
export function FileAnswer({
  input,
  value,
  set,
  disabled,
  label,
  labelShown,
  problemId,
  visit,
}: FieldProps) {
  const { client, pollId, words } = visit;
  const upload = useUpload(visit);
  const own = useSignal<{ readonly id: string; readonly name: string } | undefined>(undefined);

  /** Finds the file that the visitor sent before, even if its vote is missing. A new file replaces it. */
  useEffect(() => void find().catch(() => undefined), []);
  async function find(): Promise<void> {
    const request = { poll_id: pollId, parent_option_id: input.id };
    const [file] = await client().options.list(request);
    if (file !== undefined) own.value = { id: file.id, name: file.content ?? words.upload.file };
  }

  async function take(file: File): Promise<void> {
    const form = fileForm(file, own.value === undefined ? input.id : undefined);
    // A returning visitor recognizes the file by its name.
    form.set("option[content]", file.name.slice(0, NAME_MAX));
    const sent = await upload.send(form, own.value?.id);
    if (sent === undefined) return;
    own.value = { id: sent.id, name: sent.content ?? file.name };
    set(sent.id);
  }

  const sending = upload.state.value.name === "sending";
  const isSent = value !== undefined;
  const needed = input.settings?.mandatory === true;
  return (
    <div class="entry">
      {labelShown && (
        <span class="label" aria-hidden="true">
          {label}
          {needed && <span class="needed"> *</span>}
        </span>
      )}
      {isSent && (
        <p class="fine">
          {words.upload.there} {own.value?.name ?? words.upload.file}
        </p>
      )}
      <FilePick
        disabled={disabled || sending}
        aria-describedby={problemId}
        onFiles={([file]) => file && void take(file)}
      >
        <span class="unseen">
          {label}
          {needed && (labelShown ? " *" : <span class="needed"> *</span>)}:{" "}
        </span>
        {isSent ? words.upload.another : words.upload.choose}
      </FilePick>
      <UploadProgress upload={upload} />
    </div>
  );
}
