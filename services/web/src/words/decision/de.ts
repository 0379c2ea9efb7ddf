import type { DecisionWords } from "./en";

/** The texts about final dates in German. */
export const de: DecisionWords = {
  title: (dates) => (dates === 1 ? "Der Termin steht fest" : "Die Termine stehen fest"),
  chosen: "Gewählter Termin",
  file: "In den Kalender übernehmen",
  subscribe: "Änderungen abonnieren",
};
