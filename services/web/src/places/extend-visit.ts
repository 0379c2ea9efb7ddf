import { words } from "../parts/map/places-map";
import type { Visit } from "../session/visit";
import { placesVisit } from "./places";

export async function extendVisit(visit: Visit): Promise<Visit> {
  await Promise.all(words.map(({ load }) => load(visit.words.locale)));
  return placesVisit(visit);
}
