import type { CreatePoll } from "@polls/client";
import { positionIn } from "../parts/map/read-position";

/** A place of a poll that is not created yet. */
export interface PlaceDraft {
  readonly name: string;
  /** As it was entered: coordinates or the link of a map. */
  readonly position: string;
}

export const newPlace: PlaceDraft = { name: "", position: "" };

/** The places as options. Those without coordinates are none. */
export const optionsOfPlaces = (
  places: readonly PlaceDraft[],
): NonNullable<CreatePoll["options"]> =>
  places.flatMap(({ name, position }) => {
    const found = positionIn(position);
    return found ? [{ content: name, data: { coordinates: [[...found]] } }] : [];
  });
