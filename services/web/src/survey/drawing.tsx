import type { Option, OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FilePick } from "../parts/form/file-pick";
import { drawingIn, Sheet, UndoStroke, useStrokes } from "../parts/form/sheet";
import { fileForm, UploadProgress, useUpload } from "../parts/form/upload";
import { Quiet } from "../parts/show/button";
import type { Visit } from "../session/visit";

/** The functions of a drawing that its step calls. */
export interface DrawingHandle {
  readonly isEmpty: () => boolean;
  /** Uploads an unsaved drawing; false if it was refused. */
  readonly save: () => Promise<boolean>;
}

/** A canvas to draw on, or a picture file instead. */
export function Drawing({
  handle,
  step,
  visit,
  open,
}: {
  readonly handle: RefObject<DrawingHandle | null>;
  readonly step: Option;
  readonly visit: Visit;
  readonly open: boolean;
}) {
  const { client, pollId, words } = visit;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { strokes, saved: savedStrokes } = useStrokes(`drawing of ${step.id}`);
  const own = useSignal<OptionListItem | undefined>(undefined);
  const upload = useUpload(visit);
  const picture = own.value?.attachment?.attachment_url_large;

  /** Finds the drawing that the visitor sent before. A new drawing replaces it. */
  useEffect(() => void find().catch(() => undefined), []);
  async function find(): Promise<void> {
    [own.value] = await client().options.list({ poll_id: pollId, parent_option_id: step.id });
  }

  async function send(file: File): Promise<boolean> {
    const sent = await upload.send(
      fileForm(file, own.value === undefined ? step.id : undefined),
      own.value?.id,
    );
    if (sent !== undefined) own.value = sent;
    return sent !== undefined;
  }

  async function save(): Promise<boolean> {
    const drawn = strokes.value;
    if (drawn.length === 0 || drawn === savedStrokes.current) return true;
    const file = await drawingIn(canvas.current, drawn);
    const isSent = file !== undefined && (await send(file));
    if (isSent) savedStrokes.current = drawn;
    return isSent;
  }

  handle.current = {
    save,
    isEmpty: () => own.value === undefined && strokes.value.length === 0,
  };

  const isSending = upload.state.value.name === "sending";
  if (!open) {
    return picture === undefined ? null : (
      <img class="media" src={picture} alt={words.drawing.yours} />
    );
  }
  return (
    <div class="drawing" data-option={step.id}>
      {own.value !== undefined && strokes.value.length === 0 && (
        <>
          <p class="fine">{words.drawing.replace}</p>
          {picture !== undefined && <img class="media" src={picture} alt={words.drawing.yours} />}
        </>
      )}
      <Sheet canvas={canvas} strokes={strokes} />
      <div class="ways">
        <UndoStroke strokes={strokes} />
        <Quiet disabled={strokes.value.length === 0 || isSending} onClick={() => void save()}>
          {words.drawing.save}
        </Quiet>
      </div>
      <FilePick
        accept="image/*"
        disabled={isSending}
        onFiles={([file]) => {
          if (file === undefined) return;
          strokes.value = [];
          void send(file);
        }}
      >
        {words.drawing.file}
      </FilePick>
      <UploadProgress upload={upload} />
    </div>
  );
}
