import { useEffect } from "preact/hooks";
import { mapWords } from "../../words/map";
import { placeWords } from "../../words/place";
import { metersBetween } from "./distances";
import { centerOf, viewOfPlaces } from "./location";
import { isSmall, middleOf, nearTo, type Position } from "./map-view";
import { type Chosen, type Pinned, Pins } from "./pins";
import { Scale } from "./scale";
import { Shapes } from "./shapes";
import { useShownPart, ZoomMap } from "./zoom-map";

export const words = [placeWords, mapWords];

/** A part of 0.002 degrees: 200 m. */
const ZOOM_MAX = 90_000;

const pointAt = (position: Position) => ({
  location: { shape: "point", positions: [position], radius: undefined } as const,
});

/** Where the place is that is nearest to a position. */
const nearestTo = (from: Position, places: readonly Pinned[]): Position | undefined =>
  places
    .map(({ location }) => centerOf(location))
    .reduce<Position | undefined>(
      (best, each) =>
        best === undefined || metersBetween(from, each) < metersBetween(from, best) ? each : best,
      undefined,
    );

/** A map of places by their numbers. It begins with all of them. */
export function PlacesMap({
  places,
  chosen,
  own,
  ratio,
}: {
  readonly places: readonly Pinned[];
  readonly chosen?: Chosen;
  /** Where the visitor is, if the visitor told. */
  readonly own?: Position | undefined;
  /** The width on the screen, divided by the height. */
  readonly ratio?: number;
}) {
  const words = mapWords.words();
  const all = viewOfPlaces([...places, ...(own === undefined ? [] : [pointAt(own)])], ratio);
  const part = useShownPart({ middle: middleOf(all), zoom: 180 / all.height }, ZOOM_MAX, ratio);
  const { view } = part;
  const extent = `${middleOf(all)} ${all.height}`;
  useEffect(() => part.fit(all), [extent]);
  const wanted = places.find(({ id }) => id === chosen?.id);
  const at = wanted && centerOf(wanted.location);
  useEffect(() => {
    if (at !== undefined && !part.isSeen(at)) part.moveTo(at);
  }, [chosen?.id]);
  // Zooming keeps a place in view.
  const around = at !== undefined && part.isSeen(at) ? at : nearestTo(middleOf(view), places);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of links is no fieldset.
    <div role="group" aria-label={words.map(places.length)} class="places-map">
      <ZoomMap
        part={part}
        around={around}
        all={all}
        drawn={
          <>
            <Shapes places={places} view={view} />
            {own !== undefined && (
              <circle
                class="own"
                cx={nearTo(middleOf(view)[0], own[0]) * view.eastScale}
                cy={-own[1]}
                r={view.height / 36}
              />
            )}
          </>
        }
      >
        <Pins places={places} view={view} chosen={chosen} />
        <Scale view={view} />
      </ZoomMap>
      {isSmall(view) && <p class="fine">{words.scheme}</p>}
    </div>
  );
}
