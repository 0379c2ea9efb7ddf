import type { CreatePoll } from "@polls/client";
import type { Position } from "../parts/map/map-view";

/** A place of a poll that is not created yet. */
export interface PlaceDraft {
  readonly name: string;
  /** Undefined: what was entered is no position. */
  readonly at: Position | undefined;
  /** As it was entered: coordinates or the link of a map. Absent: as coordinates. */
  readonly text?: string;
}

export const newPlace: PlaceDraft = { name: "", at: undefined };

/** The places as options. Those without a position are none. */
export const optionsOfPlaces = (
  places: readonly PlaceDraft[],
): NonNullable<CreatePoll["options"]> =>
  places.flatMap(({ name, at }) =>
    at ? [{ content: name, data: { coordinates: [[...at]] } }] : [],
  );
