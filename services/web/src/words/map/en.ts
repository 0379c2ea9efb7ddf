import { count } from "../count";

/** The texts of several places. */
export const en = {
  name: "Name",
  pressMap: "A press on the map sets the next place without coordinates, or adds one.",
  map: (number: number) => `Map with ${count(number, "place", "places")}, by number`,
  scheme: "Without streets, but true to scale.",
  onMap: (name: string) => `${name} on the map`,
  route: (length: string) => `Route of ${length}`,
  within: (radius: string) => `Within ${radius}`,
  distances: "How far is it from here?",
  fromHere: (distance: string) => `${distance} from here`,
  noDistances: "Your position is not known.",
  open: "OpenStreetMap",
};

export type MapWords = typeof en;
