import type { Visit } from "../session/visit";
import { placeWords } from "../words/place";
import { placesVisit } from "./places";

/** A visit of a poll of places, with what its pages show. */
export async function extendVisit(visit: Visit): Promise<Visit> {
  await placeWords.load(visit.words.locale);
  return placesVisit(visit);
}
