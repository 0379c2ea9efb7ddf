import { type Option, type Poll, UnprocessableError } from "@polls/client";
import { type Signal, useSignal } from "@preact/signals";
import type { Visit } from "../../session/visit";
import { pageWords } from "../../words";
import type { NameOf } from "../feedback/field-problems";
import { refusalWords } from "../feedback/refusal-words";

export interface Upload {
  readonly state: Signal<
    | { readonly name: "idle" | "sent" }
    | { readonly name: "sending"; readonly share: number }
    | {
        readonly name: "failed";
        readonly problem: string;
        /** The accepted formats, where they are too many for the problem. */
        readonly formats?: string | undefined;
      }
  >;
  /** Creates an option, or changes the option with this id; undefined if it was refused, with the reason in the state. */
  readonly send: (form: FormData, id?: string) => Promise<Option | undefined>;
}

const BYTES_IN_MB = 1_000_000;

/** Whether the service refuses a file for its size. */
export const isTooLarge = ({ size }: File, { settings }: Poll): boolean =>
  size > (settings.file_size_max_mb ?? Number.POSITIVE_INFINITY) * BYTES_IN_MB;

export function useUpload({ client, data, pollId, words, explain }: Visit): Upload {
  const state: Upload["state"] = useSignal({ name: "idle" });
  return {
    state,
    async send(body, id) {
      const tooLarge = body
        .getAll("option_attachments[]")
        .find((file) => file instanceof File && isTooLarge(file, data.poll));
      if (tooLarge instanceof File) {
        state.value = { name: "failed", problem: `${tooLarge.name}: ${words.errors.too_large}` };
        return undefined;
      }
      state.value = { name: "sending", share: 0 };
      const onProgress = ({ sent, total }: { readonly sent: number; readonly total: number }) =>
        (state.value = { name: "sending", share: total === 0 ? 0 : sent / total });
      try {
        const { options } = client();
        const option =
          id === undefined
            ? await options.create({ poll_id: pollId, body }, { onProgress })
            : await options.update({ poll_id: pollId, id, body }, { onProgress });
        state.value = { name: "sent" };
        return option;
      } catch (error) {
        const [first] = body.getAll("option_attachments[]");
        const name = first instanceof File ? first.name : undefined;
        // A problem of the file is named by it, as are failures of the whole request.
        const problems = await refusalWords(error, words, nameOf(name), explain(error));
        const isNamed = problems.some((problem) => name !== undefined && problem.includes(name));
        const problem = [...(isNamed || name === undefined ? [] : [name]), problems.join(" ")];
        const formats = await longFormatsIn(error);
        state.value = { name: "failed", problem: problem.join(": "), formats };
        return undefined;
      }
    },
  };
}

/** The formats of a refusal that names only the kinds of files. */
async function longFormatsIn(error: unknown): Promise<string | undefined> {
  if (!(error instanceof UnprocessableError)) return undefined;
  const { longFormatsOf } = await import("../feedback/field-problems");
  return longFormatsOf(error.body);
}

const nameOf =
  (file: string | undefined): NameOf =>
  (field) =>
    /^(option_)?attachments?\b/.test(field) ? file : undefined;

/** The form data that creates an option with one file under another option. */
export function fileForm(file: File, parentId: string | undefined): FormData {
  const form = new FormData();
  if (parentId !== undefined) form.set("parent_option_id", parentId);
  form.append("option_attachments[]", file);
  return form;
}

export function UploadProgress({ upload }: { readonly upload: Upload }) {
  const { locale, upload: texts } = pageWords.words();
  const state = upload.state.value;
  return (
    <>
      {state.name === "sending" && (
        <p class="row sending">
          <progress value={state.share} max={1} aria-label={texts.sending} />{" "}
          {new Intl.NumberFormat(locale, { style: "percent" }).format(state.share)}
        </p>
      )}
      <p class={`state ${state.name === "sent" ? "saved" : "failed"}`} role="status">
        {state.name === "sent" && texts.sent}
        {state.name === "failed" && state.problem}
      </p>
      {state.name === "failed" && state.formats !== undefined && (
        <details class="fine">
          <summary>{texts.formats}</summary>
          {state.formats}
        </details>
      )}
    </>
  );
}
