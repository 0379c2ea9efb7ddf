import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { placeWords } from "../../words/place";
import { type MapView, middleOf, ownRegion, type Position, viewAround } from "./map-view";
import { useShownPart, ZoomMap } from "./zoom-map";

/** A part of 5.6 degrees: one pixel of a phone is less than 2 km. The land is too coarse for more. */
const ZOOM_MAX = 64;
/** Beside other places, a part of 0.02 degrees: some streets. */
const ZOOM_MAX_BESIDE = 9_000;

/** Around one other place, a new one is mostly in the same town. */
const TOWN_DEGREES = 0.2;

/** The places that are there already. */
export interface Beside {
  /** The part of the world that shows them. */
  readonly view: MapView;
  /** What is drawn on the ground. */
  readonly drawn: (view: MapView) => ComponentChildren;
  /** What stands above the map. */
  readonly above: (view: MapView) => ComponentChildren;
}

/** A map that sets a point. It begins where the others are, else in the region of the visitor. */
export function PlaceMap({
  point,
  beside,
  disabled = false,
  set,
}: {
  readonly point?: Position | undefined;
  readonly beside?: Beside | undefined;
  readonly disabled?: boolean;
  readonly set: (latitude: number, longitude: number) => void;
}) {
  const first = useMemo(ownRegion, []);
  const part = useShownPart(first, beside === undefined ? ZOOM_MAX : ZOOM_MAX_BESIDE);
  const { view } = part;
  const [longitude, latitude] = point ?? [];
  useEffect(() => {
    if (point !== undefined && !part.isSeen(point)) part.moveTo(point);
  }, [longitude, latitude]);

  // Read again, the same places leave the part that the visitor chose.
  const extent = beside && `${middleOf(beside.view)} ${beside.view.height}`;
  useEffect(() => {
    if (beside === undefined || point !== undefined) return;
    part.fit(viewAround(middleOf(beside.view), Math.max(TOWN_DEGREES, beside.view.height)));
  }, [extent]);

  return (
    <ZoomMap
      part={part}
      around={point}
      pick={([long, lat]) => set(lat, long)}
      label={placeWords.words().world}
      disabled={disabled}
      drawn={
        <>
          {beside?.drawn(view)}
          {point !== undefined && (
            <circle cx={point[0] * view.eastScale} cy={-point[1]} r={view.height / 36} />
          )}
        </>
      }
    >
      {beside?.above(view)}
    </ZoomMap>
  );
}
