import { ApiError, type OptionListItem } from "@polls/client";
import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { problemText } from "../parts/feedback/problem-text";
import { isCutOff } from "../parts/form/cut-off";
import { FilePick } from "../parts/form/file-pick";
import { titleOf } from "../parts/form/file-title";
import { bytesOf } from "../parts/form/read-text";
import { optionTypeOf } from "../types/option-types";
import type { Thing } from "../types/things";
import { DropAnywhere } from "./drop-anywhere";
import type { PollContext } from "./poll-context";

/** How far an upload is. */
export interface Progress {
  readonly text: string;
  /** The share of the bytes that are sent, from 0 to 1. */
  readonly share: number;
}

interface Props {
  readonly context: PollContext;
  readonly type: OptionListItem["type"];
  readonly parent: OptionListItem | undefined;
  readonly title: string;
  readonly thing: Thing;
  /** Where it is shown how far an upload is; undefined: below the field. */
  readonly uploaded: Signal<Progress | undefined> | undefined;
  readonly added: () => Promise<void>;
}

/** Makes an option of each file that is chosen, or dropped on the page. */
export function AddFiles({ context, type, parent, title, thing, uploaded, added }: Props) {
  const { words, client, hash } = context;
  const { options: texts } = words;
  const here = useSignal<Progress | undefined>(undefined);
  const progress = uploaded ?? here;
  /** What there is to say about files, by their names. */
  const notes = useSignal<readonly string[]>([]);
  const note = ({ name }: File, text: string) =>
    (notes.value = [...notes.value, `${name}: ${text}`]);
  const queue = useRef<File[] | undefined>(undefined);

  /** Uploads files one by one. What one is refused for does not stop the others. */
  async function upload(files: readonly File[]): Promise<void> {
    // What is dropped meanwhile is uploaded after the others.
    if (queue.current !== undefined) return void queue.current.push(...files);
    const all = [...files];
    queue.current = all;
    notes.value = [];
    let before = 0;
    for (const [at, file] of all.entries()) {
      const show = (sent: number): void => {
        const bytes = all.reduce((sum, { size }) => sum + size, 0);
        const share = (before + Math.min(sent, file.size)) / Math.max(1, bytes);
        progress.value = { text: texts.uploading(at, all.length), share };
      };
      show(0);
      try {
        await create(file, show);
      } catch (error) {
        note(file, problemText(error));
        if (!isOfFile(error)) break;
      }
      before += file.size;
    }
    queue.current = undefined;
    progress.value = undefined;
    await added();
  }

  async function create(file: File, show: (sent: number) => void): Promise<void> {
    const form = new FormData();
    if (parent !== undefined) form.set("parent_option_id", parent.id);
    form.append("option_attachments[]", file);
    const isDocument = optionTypeOf({ type }).kind === "file";
    const content = isDocument ? file.name.replace(/\.[^.]*$/, "") : titleOf(file.name);
    if (content !== undefined) form.set("option[content]", content);
    const request = { poll_id: hash, body: form };
    await client.options.create(request, { onProgress: ({ sent }) => show(sent) });
    if (isCutOff(await bytesOf(file))) note(file, texts.cutOff);
  }

  const invitation = words.build.drop(thing);
  return (
    <>
      <FilePick multiple onFiles={(files) => void upload(files)}>
        {title} <small class="drop">{invitation}</small>
      </FilePick>
      {parent === undefined && (
        <DropAnywhere text={invitation} onFiles={(files) => void upload(files)} />
      )}
      {uploaded === undefined && <p role="status">{progress.value?.text}</p>}
      {notes.value.length > 0 && (
        <ul class="problem" role="alert">
          {notes.value.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const ofFiles: ReadonlySet<string | undefined> = new Set(["invalid", "unusable_file", "too_large"]);
/** Whether a refusal is about the file, and not about all that follow. */
const isOfFile = (error: unknown): boolean => error instanceof ApiError && ofFiles.has(error.code);
