import { useEffect, useMemo } from "preact/hooks";
import { placeWords } from "../../words/place";
import { centerOf, type NumberedPlace, viewOfPlaces } from "./location";
import { middleOf, ownRegion, type Position, viewAround } from "./map-view";
import { Pins } from "./pins";
import { Shapes } from "./shapes";
import { useShownPart, ZoomMap } from "./zoom-map";

/** A part of 5.6 degrees: one pixel of a phone is less than 2 km. The land is too coarse for more. */
const ZOOM_MAX = 64;
/** Beside other places, a part of 0.02 degrees: some streets. */
const ZOOM_MAX_BESIDE = 9_000;

/** Around one other place, a new one is mostly in the same town. */
const TOWN_DEGREES = 0.2;

/** A map that sets a point. It begins where the others are, else in the region of the visitor. */
export function PlaceMap({
  point,
  others,
  disabled = false,
  set,
}: {
  readonly point?: Position | undefined;
  /** The places that are there already. */
  readonly others: readonly NumberedPlace[];
  readonly disabled?: boolean;
  readonly set: (latitude: number, longitude: number) => void;
}) {
  const first = useMemo(ownRegion, []);
  const part = useShownPart(first, others.length === 0 ? ZOOM_MAX : ZOOM_MAX_BESIDE);
  const { view } = part;
  const [longitude, latitude] = point ?? [];
  useEffect(() => {
    if (point !== undefined && !part.isSeen(point)) part.moveTo(point);
  }, [longitude, latitude]);

  // Read again, the same places leave the part that the visitor chose.
  const places = others.map(({ id, location }) => `${id} ${centerOf(location)}`).join();
  useEffect(() => {
    if (others.length === 0 || point !== undefined) return;
    const all = viewOfPlaces(others);
    part.fit(viewAround(middleOf(all), Math.max(TOWN_DEGREES, all.height)));
  }, [places]);

  return (
    <ZoomMap
      part={part}
      around={point}
      pick={([long, lat]) => set(lat, long)}
      label={placeWords.words().world}
      disabled={disabled}
      drawn={
        <>
          <Shapes places={others} view={view} />
          {point !== undefined && (
            <circle cx={point[0] * view.eastScale} cy={-point[1]} r={view.height / 36} />
          )}
        </>
      }
    >
      <Pins places={others} view={view} />
    </ZoomMap>
  );
}
