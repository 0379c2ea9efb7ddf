import { type NumberedPlace, viewOfPlaces } from "./location";
import { Pins } from "./pins";
import type { Beside } from "./place-map";
import { Scale } from "./scale";
import { Shapes } from "./shapes";

/** The places of a poll by their numbers, on a map that sets a new one; undefined: there are none. */
export const besideOf = (places: readonly NumberedPlace[]): Beside | undefined =>
  places.length === 0
    ? undefined
    : {
        view: viewOfPlaces(places),
        drawn: (view) => <Shapes places={places} view={view} />,
        above: (view) => (
          <>
            <Pins places={places} view={view} />
            <Scale view={view} />
          </>
        ),
      };
