import { useSignal } from "@preact/signals";
import type { TargetedTouchEvent } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { placeWords } from "../../words/place";
import { Quiet } from "../show/button";
import { MapGround } from "./map-ground";
import { ownRegion, type Position, viewAround, viewOfAll } from "./map-view";

/** A part of 5.6 degrees: one pixel of a phone is less than 2 km. The land is too coarse for more. */
const ZOOM_MAX = 64;
/** Beside other places, a part of 0.4 degrees: a town. */
const ZOOM_MAX_BESIDE = 900;
const DRAG_FROM_PX = 5;
const STEP_OF_ARROWS = 0.2;

/** A place that is there already. */
export interface OtherPlace {
  readonly id: string;
  readonly name: string;
  readonly at: Position;
}

/** What a key does: the step to the right, the step to the top. */
const arrows: Readonly<Record<string, Position>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** A map that sets a point. It begins where the others are, else in the region of the visitor. It zooms by its buttons, keys, double clicks and two fingers, and is moved by dragging it. */
export function PlaceMap({
  point,
  others,
  disabled,
  set,
}: {
  readonly point: Position | undefined;
  readonly others: readonly OtherPlace[];
  readonly disabled: boolean;
  readonly set: (latitude: number, longitude: number) => void;
}) {
  const words = placeWords.words();
  const first = useMemo(ownRegion, []);
  const zoom = useSignal(first.zoom);
  const middle = useSignal(first.middle);
  const drag = useRef<{ x: number; y: number; isMove: boolean } | undefined>(undefined);
  /** How far two fingers were apart; 0: there were none. */
  const spread = useRef(0);
  const zoomMax = others.length === 0 ? ZOOM_MAX : ZOOM_MAX_BESIDE;
  const view = viewAround(middle.value, 180 / zoom.value);
  const { left, top, width, height } = view;
  const center: Position = [left + width / 2, top - height / 2];
  const isSeen = (at: Position): boolean =>
    Math.abs(at[0] - center[0]) < width / 2 && Math.abs(at[1] - center[1]) < height / 2;

  const [longitude, latitude] = point ?? [];
  useEffect(() => {
    if (point !== undefined && !isSeen(point)) middle.value = point;
  }, [longitude, latitude]);

  // Read again, the same places leave the part that the visitor chose.
  const places = others.map(({ id, at }) => `${id} ${at}`).join();
  useEffect(() => {
    if (others.length === 0 || point !== undefined) return;
    const around = viewOfAll(others.map(({ at }) => at));
    zoom.value = Math.min(zoomMax, 180 / around.height);
    middle.value = [around.left + around.width / 2, around.top - around.height / 2];
  }, [places]);

  /** The position stays where it is on the screen. */
  const zoomTo = (wanted: number, at: Position): void => {
    const next = Math.min(zoomMax, Math.max(1, wanted));
    const ratio = zoom.value / next;
    zoom.value = next;
    middle.value = [at[0] + (center[0] - at[0]) * ratio, at[1] + (center[1] - at[1]) * ratio];
  };
  const zoomBy = (factor: number): void =>
    zoomTo(zoom.value * factor, point !== undefined && isSeen(point) ? point : center);
  const positionOf = ({
    currentTarget,
    clientX,
    clientY,
  }: Pick<MouseEvent, "clientX" | "clientY"> & { readonly currentTarget: Element }): Position => {
    const box = currentTarget.getBoundingClientRect();
    return [
      left + (width * (clientX - box.left)) / box.width,
      top - (height * (clientY - box.top)) / box.height,
    ];
  };
  const pinch = (event: TargetedTouchEvent<SVGSVGElement>): void => {
    const { currentTarget, touches } = event;
    const [one, other] = touches;
    if (!one || !other) return;
    event.preventDefault();
    drag.current = undefined;
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const clientX = (one.clientX + other.clientX) / 2;
    const clientY = (one.clientY + other.clientY) / 2;
    const factor = apart / (spread.current || apart);
    spread.current = apart;
    zoomTo(zoom.value * factor, positionOf({ currentTarget, clientX, clientY }));
  };
  return (
    <div class="map">
      <svg
        class={zoom.value > 1 ? "world movable" : "world"}
        viewBox={`${left} ${-top} ${width} ${height}`}
        role="application"
        tabindex={disabled ? -1 : 0}
        aria-label={words.world}
        aria-keyshortcuts="+ - ArrowLeft ArrowRight ArrowUp ArrowDown Enter"
        onTouchStart={pinch}
        onTouchMove={pinch}
        onTouchEnd={() => (spread.current = 0)}
        onPointerDown={({ clientX, clientY, isPrimary }) => {
          if (isPrimary) drag.current = { x: clientX, y: clientY, isMove: false };
        }}
        onPointerMove={({ currentTarget, clientX, clientY, pointerId, isPrimary, buttons }) => {
          const { current } = drag;
          if (!current || !isPrimary || !buttons || zoom.value === 1) return;
          const [right, down] = [clientX - current.x, clientY - current.y];
          if (!current.isMove && Math.hypot(right, down) < DRAG_FROM_PX) return;
          currentTarget.setPointerCapture(pointerId);
          drag.current = { x: clientX, y: clientY, isMove: true };
          const degrees = width / currentTarget.getBoundingClientRect().width;
          middle.value = [center[0] - right * degrees, center[1] + down * degrees];
        }}
        onClick={(event) => {
          if (disabled || drag.current?.isMove) return;
          const [long, lat] = positionOf(event);
          set(lat, long);
        }}
        onDblClick={(event) => {
          if (!disabled) zoomTo(zoom.value * 2, positionOf(event));
        }}
        onKeyDown={(event) => {
          const [right, up] = arrows[event.key] ?? [];
          if (right !== undefined && up !== undefined) {
            const step = STEP_OF_ARROWS * height;
            middle.value = [center[0] + right * step, center[1] + up * step];
          } else if (event.key === "+") zoomBy(2);
          else if (event.key === "-") zoomBy(1 / 2);
          else if (event.key === "Enter" && !disabled) set(center[1], center[0]);
          else return;
          event.preventDefault();
        }}
      >
        <MapGround {...view} />
        {others.map(({ id, name, at: [long, lat] }) => (
          <circle key={id} class="other" cx={long} cy={-lat} r={height / 48}>
            <title>{name}</title>
          </circle>
        ))}
        {point !== undefined && <circle cx={point[0]} cy={-point[1]} r={height / 36} />}
        <path
          class="middle"
          d={`M${center[0] - height / 30} ${-center[1]}h${height / 15}M${center[0]} ${-center[1] - height / 30}v${height / 15}`}
        />
      </svg>
      <div class="zoom">
        <Quiet
          aria-label={words.closer}
          title={words.closer}
          disabled={zoom.value === zoomMax}
          onClick={() => zoomBy(2)}
        >
          +
        </Quiet>
        <Quiet
          aria-label={words.farther}
          title={words.farther}
          disabled={zoom.value === 1}
          onClick={() => zoomBy(1 / 2)}
        >
          −
        </Quiet>
      </div>
    </div>
  );
}
