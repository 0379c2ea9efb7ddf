import { useSignal } from "@preact/signals";
import type { ComponentChildren, TargetedTouchEvent } from "preact";
import { useRef } from "preact/hooks";
import { placeWords } from "../../words/place";
import { Quiet } from "../show/button";
import { MapGround } from "./map-ground";
import {
  type MapView,
  middleOf,
  nearTo,
  ownLongitude,
  type Position,
  type Region,
  shareIn,
  viewAround,
  viewBoxOf,
} from "./map-view";

const WORLD_DEGREES = 180;
const DRAG_FROM_PX = 5;
const STEP_OF_ARROWS = 0.2;

/** What a key does: the step to the right, the step to the top. */
const arrows: Readonly<Record<string, Position>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The part of the world that a map shows, which the visitor changes. */
export interface ShownPart {
  readonly view: MapView;
  readonly isSeen: (at: Position) => boolean;
  readonly moveTo: (middle: Position) => void;
  readonly fit: (view: MapView) => void;
  /** Zooms by a factor. The position stays where it is on the screen. */
  readonly zoomBy: (factor: number, at: Position) => void;
  readonly isNearest: boolean;
  readonly isFarthest: boolean;
  /** Whether it is the whole width of the world. */
  readonly isWorld: boolean;
}

/**
 * @param zoomMax How many times the map of the world is enlarged at most.
 * @param ratio The width on the screen, divided by the height.
 */
export function useShownPart(first: Region, zoomMax: number, ratio = 2): ShownPart {
  /** The whole width of the world. */
  const zoomMin = Math.min(1, ratio / 2);
  const zoom = useSignal(first.zoom);
  const middle = useSignal(first.middle);
  const view = viewAround(middle.value, WORLD_DEGREES / zoom.value, ratio);
  return {
    view,
    isSeen: (at) => shareIn(view, at).every((share) => share > 0 && share < 1),
    moveTo: ([east, north]) => (middle.value = [ownLongitude(east), north]),
    fit: (wanted) => {
      zoom.value = Math.min(zoomMax, WORLD_DEGREES / wanted.height);
      middle.value = middleOf(wanted);
    },
    zoomBy: (factor, at) => {
      const center = middleOf(view);
      const next = Math.min(zoomMax, Math.max(zoomMin, zoom.value * factor));
      const closer = zoom.value / next;
      const east = nearTo(center[0], at[0]);
      zoom.value = next;
      middle.value = [east + (center[0] - east) * closer, at[1] + (center[1] - at[1]) * closer];
    },
    isNearest: zoom.value === zoomMax,
    isFarthest: zoom.value <= zoomMin,
    isWorld: view.width >= 2 * WORLD_DEGREES,
  };
}

/**
 * A map that zooms by its buttons, keys, double clicks and two fingers, and is moved by dragging it. No requests to
 * other hosts.
 */
export function ZoomMap({
  part,
  around,
  all,
  pick,
  label,
  disabled = false,
  drawn,
  children,
}: {
  readonly part: ShownPart;
  /** Where buttons and keys zoom to; undefined: the middle. */
  readonly around?: Position | undefined;
  /** The part with all places, which a button shows again; undefined: there are none. */
  readonly all?: MapView | undefined;
  /** Called with the pressed position; undefined: a press does nothing, and one finger scrolls the page. */
  readonly pick?: (at: Position) => void;
  /** What screen readers say about the map that is pressed. */
  readonly label?: string;
  readonly disabled?: boolean;
  /** What is drawn on the ground, in the coordinates of the SVG. */
  readonly drawn: ComponentChildren;
  /** What stands above the map. */
  readonly children?: ComponentChildren;
}) {
  const words = placeWords.words();
  const drag = useRef<{ x: number; y: number; isMove: boolean } | undefined>(undefined);
  /** How far two fingers were apart; 0: there were none. */
  const spread = useRef(0);
  const { view } = part;
  const { left, top, width, height } = view;
  const center = middleOf(view);
  const zoomBy = (factor: number): void =>
    part.zoomBy(factor, around !== undefined && part.isSeen(around) ? around : center);
  const choose = ([long, lat]: Position): void => pick?.([ownLongitude(long), lat]);
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
    part.zoomBy(factor, positionOf({ currentTarget, clientX, clientY }));
  };

  return (
    <>
      <div class="map">
        <svg
          class={`world${pick === undefined ? " seen" : part.isWorld ? "" : " movable"}`}
          viewBox={viewBoxOf(view)}
          role={pick === undefined ? "presentation" : "application"}
          aria-label={label}
          aria-hidden={pick === undefined}
          aria-keyshortcuts={pick && "+ - ArrowLeft ArrowRight ArrowUp ArrowDown Enter"}
          tabindex={pick === undefined ? undefined : disabled ? -1 : 0}
          onTouchStart={pinch}
          onTouchMove={pinch}
          onTouchEnd={() => (spread.current = 0)}
          onPointerDown={({ clientX, clientY, isPrimary }) => {
            if (isPrimary) drag.current = { x: clientX, y: clientY, isMove: false };
          }}
          onPointerMove={({ currentTarget, clientX, clientY, pointerId, isPrimary, buttons }) => {
            const { current } = drag;
            if (!current || !isPrimary || !buttons || part.isWorld) return;
            const [right, down] = [clientX - current.x, clientY - current.y];
            if (!current.isMove && Math.hypot(right, down) < DRAG_FROM_PX) return;
            currentTarget.setPointerCapture(pointerId);
            drag.current = { x: clientX, y: clientY, isMove: true };
            const box = currentTarget.getBoundingClientRect();
            part.moveTo([
              center[0] - (right * width) / box.width,
              center[1] + (down * height) / box.height,
            ]);
          }}
          onClick={(event) => {
            if (!disabled && !drag.current?.isMove) choose(positionOf(event));
          }}
          onDblClick={(event) => {
            if (!disabled) part.zoomBy(2, positionOf(event));
          }}
          onKeyDown={(event) => {
            const [right, up] = arrows[event.key] ?? [];
            if (right !== undefined && up !== undefined) {
              part.moveTo([
                center[0] + right * STEP_OF_ARROWS * width,
                center[1] + up * STEP_OF_ARROWS * height,
              ]);
            } else if (event.key === "+") zoomBy(2);
            else if (event.key === "-") zoomBy(1 / 2);
            else if (event.key === "Enter" && !disabled) choose(center);
            else return;
            event.preventDefault();
          }}
        >
          <MapGround {...view} />
          {drawn}
          {pick !== undefined && <Middle view={view} />}
        </svg>
        {children}
      </div>
      <div class="row zoom">
        <Quiet
          aria-label={words.closer}
          title={words.closer}
          disabled={part.isNearest}
          onClick={() => zoomBy(2)}
        >
          +
        </Quiet>
        <Quiet
          aria-label={words.farther}
          title={words.farther}
          disabled={part.isFarthest}
          onClick={() => zoomBy(1 / 2)}
        >
          −
        </Quiet>
        {all !== undefined && <Quiet onClick={() => part.fit(all)}>{words.all}</Quiet>}
      </div>
    </>
  );
}

/** The position that the keys choose, seen with the focus. */
function Middle({ view }: { readonly view: MapView }) {
  const [longitude, latitude] = middleOf(view);
  const { height, eastScale } = view;
  const arm = height / 30;
  const [x, y] = [longitude * eastScale, -latitude];
  return <path class="middle" d={`M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`} />;
}
