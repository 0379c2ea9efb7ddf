import { X } from "virtual:icons";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { FilePick } from "../parts/form/file-pick";
import { Icon } from "../parts/show/icon";
import type { Words } from "../words";
import { submissionWords } from "../words/submission";

/** Files that are chosen, dropped, pasted or taken by a camera. */
export function FilesField({
  files,
  accept,
  several,
  maxMb,
  words,
  onTaken,
}: {
  readonly files: Signal<readonly File[]>;
  /** As in `<input accept>`: a kind of media, or nothing for all files. */
  readonly accept: string;
  readonly several: boolean;
  readonly maxMb: number | undefined;
  readonly words: Words;
  readonly onTaken: (file: File) => void;
}) {
  const texts = submissionWords.words();
  const over = useSignal(false);
  const kind = accept.replace("*", "");

  function take(list: Iterable<File> | undefined): boolean {
    // Browsers do not know the type of every camera picture.
    const found = [...(list ?? [])].filter(({ type }) => type === "" || type.startsWith(kind));
    const [first] = found;
    if (first !== undefined) onTaken(first);
    if (found.length > 0) files.value = several ? [...files.value, ...found] : found.slice(0, 1);
    return found.length > 0;
  }

  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (take(event.clipboardData?.files)) event.preventDefault();
    };
    addEventListener("paste", paste);
    return () => removeEventListener("paste", paste);
  }, []);

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
      {kind !== "" && (
        <FilePick capture accept={accept} onFiles={take}>
          {texts.camera}
        </FilePick>
      )}
      {files.value.length > 0 && (
        <ul class="chosen">
          {files.value.map((file, at) => (
            <li key={`${file.name} ${at}`}>
              {file.type.startsWith("image/") && <DevicePicture file={file} />}
              {file.name}{" "}
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

/** A picture of this device, before it is sent. */
function DevicePicture({ file }: { readonly file: File }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt="" />;
}
