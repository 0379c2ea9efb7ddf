import { X } from "virtual:icons";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { FilePick } from "../parts/form/file-pick";
import { isTooLarge } from "../parts/form/upload";
import { useWindowEvent } from "../parts/page/use-window-event";
import { Icon } from "../parts/show/icon";
import type { Visit } from "../session/visit";
import { submissionWords } from "../words/submission";
import type { SubmissionWords } from "../words/submission/en";

/** Files that are chosen, dropped, pasted or taken by a camera. Those that cannot be sent are refused at once. */
export function FilesField({
  files,
  accept,
  several,
  visit,
}: {
  readonly files: Signal<readonly File[]>;
  /** As in `<input accept>`: a kind of media, or nothing for all files. */
  readonly accept: "" | keyof SubmissionWords["wrongKind"];
  readonly several: boolean;
  readonly visit: Visit;
}) {
  const { data, words } = visit;
  const texts = submissionWords.words();
  const over = useSignal(false);
  /** Why files of the last choice were refused. */
  const refusals = useSignal<readonly string[]>([]);
  const { file_size_max_mb: maxMb } = data.poll.settings;

  function refusalOf(file: File): string | undefined {
    // Browsers do not know the type of every camera picture.
    const isKind = file.type === "" || file.type.startsWith(accept.replace("*", ""));
    if (accept !== "" && !isKind) return texts.wrongKind[accept];
    return isTooLarge(file, data.poll) ? words.errors.too_large : undefined;
  }

  function take(list: Iterable<File> | undefined): boolean {
    const offered = [...(list ?? [])];
    if (offered.length === 0) return false;
    const found = offered.filter((file) => refusalOf(file) === undefined);
    refusals.value = offered.flatMap((file) => {
      const refusal = refusalOf(file);
      return refusal === undefined ? [] : `${file.name}: ${refusal}`;
    });
    if (found.length > 0) files.value = several ? [...files.value, ...found] : found.slice(0, 1);
    return true;
  }

  useWindowEvent("paste", (event) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  });

  return (
    <fieldset
      class={over.value ? "files over" : "files"}
      onDragOver={(event) => {
        event.preventDefault();
        over.value = true;
      }}
      onDragLeave={() => (over.value = false)}
      onDrop={(event) => {
        event.preventDefault();
        over.value = false;
        take(event.dataTransfer?.files);
      }}
    >
      <legend class="label">{several ? texts.files : texts.file}</legend>
      <FilePick accept={accept} multiple={several} onFiles={take}>
        {words.upload.choose} <small class="drop">{texts.drop}</small>{" "}
        {maxMb !== undefined && <small>{texts.most(maxMb)}</small>}
      </FilePick>
      {accept !== "" && (
        <FilePick capture accept={accept} onFiles={take}>
          {texts.camera}
        </FilePick>
      )}
      {refusals.value.map((refusal) => (
        <Problem key={refusal} text={refusal} />
      ))}
      {files.value.length > 0 && (
        <ul class="chosen">
          {files.value.map((file, at) => (
            <li key={`${file.name} ${at}`}>
              {file.type.startsWith("image/") ? <DevicePicture file={file} /> : file.name}{" "}
              <button
                type="button"
                class="clear"
                aria-label={`${texts.leaveOut}: ${file.name}`}
                onClick={() => (files.value = files.value.filter((each) => each !== file))}
              >
                <Icon of={X} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

/** A picture of this device, before it is sent. A browser that cannot show it shows its name. */
function DevicePicture({ file }: { readonly file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt={file.name} />;
}
