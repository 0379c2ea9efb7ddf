import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pageWords } from "../../words";
import { Quiet } from "../show/button";
import { keep, readKept } from "./draft";

type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

const WIDTH = 800;
const HEIGHT = 500;
const PEN = 5;

/** What is drawn. The tab keeps it until it is saved, also over a reload. */
export function useStrokes(key: string) {
  const saved = useRef<readonly Stroke[]>([]);
  const strokes = useSignal(readKept<readonly Stroke[]>(key) ?? saved.current);
  useEffect(() => {
    const leave = (): void =>
      keep(key, strokes.value === saved.current ? undefined : strokes.value);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  return { strokes, saved };
}

/** A canvas to draw on by mouse, pen or finger. */
export function Sheet({
  canvas,
  strokes,
}: {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  readonly strokes: Signal<readonly Stroke[]>;
}) {
  useEffect(() => draw(canvas.current, strokes.value), [strokes.value]);
  const pointAt = ({ offsetX, offsetY }: PointerEvent): Point => {
    const { clientWidth = WIDTH, clientHeight = HEIGHT } = canvas.current ?? {};
    return [(offsetX * WIDTH) / clientWidth, (offsetY * HEIGHT) / clientHeight];
  };
  return (
    <canvas
      ref={canvas}
      class="sheet"
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={pageWords.words().drawing.sheet}
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
  );
}

export const UndoStroke = ({ strokes }: { readonly strokes: Signal<readonly Stroke[]> }) => (
  <Quiet
    disabled={strokes.value.length === 0}
    onClick={() => (strokes.value = strokes.value.slice(0, -1))}
  >
    {pageWords.words().drawing.undo}
  </Quiet>
);

/** What is drawn, as a file; undefined: nothing is drawn. */
export async function drawingIn(
  canvas: HTMLCanvasElement | null,
  strokes: readonly Stroke[],
): Promise<File | undefined> {
  if (strokes.length === 0) return undefined;
  const picture = await new Promise<Blob | null>((resolve) => canvas?.toBlob(resolve));
  return picture === null ? undefined : new File([picture], "drawing.png", { type: "image/png" });
}

/** Dark on white, also in dark mode, because the file is saved this way. */
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
