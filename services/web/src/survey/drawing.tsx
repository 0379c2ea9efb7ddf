import type { Option, OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { fileForm, UploadProgress, useUpload } from "../parts/upload";
import type { Visit } from "../session/visit";

/** What the step asks of its drawing. */
export interface DrawingHandle {
  readonly isEmpty: () => boolean;
  /** Uploads what is not saved yet; false: that was refused. */
  readonly save: () => Promise<boolean>;
}

type Point = readonly [x: number, y: number];
type Stroke = readonly Point[];

const WIDTH = 800;
const HEIGHT = 500;
const PEN = 5;

/** A sheet to draw on by a pointer, or a picture in its place. */
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
  const strokes = useSignal<readonly Stroke[]>([]);
  const savedStrokes = useRef<readonly Stroke[]>([]);
  const own = useSignal<OptionListItem | undefined>(undefined);
  const upload = useUpload(visit);
  const picture = own.value?.attachment?.attachment_url_large;

  useEffect(() => draw(canvas.current, strokes.value), [strokes.value]);

  /** A drawing that was sent earlier is replaced. */
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
    const picture = await new Promise<Blob | null>((resolve) => canvas.current?.toBlob(resolve));
    if (picture === null) return false;
    const isSent = await send(new File([picture], "drawing.png", { type: "image/png" }));
    if (isSent) savedStrokes.current = drawn;
    return isSent;
  }

  handle.current = {
    save,
    isEmpty: () => own.value === undefined && strokes.value.length === 0,
  };

  const pointAt = ({ offsetX, offsetY }: PointerEvent): Point => {
    const { clientWidth = WIDTH, clientHeight = HEIGHT } = canvas.current ?? {};
    return [(offsetX * WIDTH) / clientWidth, (offsetY * HEIGHT) / clientHeight];
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
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={words.drawing.sheet}
        onPointerDown={(event) => {
          if (!event.isPrimary || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          strokes.value = [...strokes.value, [pointAt(event)]];
        }}
        onPointerMove={(event) => {
          if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
          const last = strokes.value.at(-1) ?? [];
          strokes.value = [...strokes.value.slice(0, -1), [...last, pointAt(event)]];
        }}
      />
      <div class="ways">
        <button
          type="button"
          class="quiet"
          disabled={strokes.value.length === 0}
          onClick={() => {
            strokes.value = strokes.value.slice(0, -1);
          }}
        >
          {words.drawing.undo}
        </button>
        <button
          type="button"
          class="quiet"
          disabled={strokes.value.length === 0 || isSending}
          onClick={() => void save()}
        >
          {words.drawing.save}
        </button>
      </div>
      <label class="entry">
        {words.drawing.file}
        <input
          type="file"
          accept="image/*"
          disabled={isSending}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file === undefined) return;
            strokes.value = [];
            void send(file);
          }}
        />
      </label>
      <UploadProgress upload={upload} words={words} />
    </div>
  );
}

/** Dark on white, in dark mode too: that is what is saved. */
function draw(canvas: HTMLCanvasElement | null, strokes: readonly Stroke[]): void {
  const pen = canvas?.getContext("2d");
  if (pen == null) return;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.strokeStyle = "#1b1f24";
  pen.lineWidth = PEN;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  for (const [first, ...rest] of strokes) {
    if (first === undefined) continue;
    pen.beginPath();
    pen.moveTo(...first);
    // A tap is a dot.
    for (const point of rest.length === 0 ? [first] : rest) pen.lineTo(...point);
    pen.stroke();
  }
}
