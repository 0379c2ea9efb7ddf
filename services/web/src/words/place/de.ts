import type { PlaceWords } from "./en";

export const de: PlaceWords = {
  place: "Wo ist das?",
  world:
    "Weltkarte: Ein Klick setzt den Punkt, die Tasten + und - zoomen, Pfeile verschieben die Karte, die Eingabetaste setzt den Punkt in ihre Mitte",
  closer: "Vergrößern",
  farther: "Verkleinern",
  tap: "Tippen Sie auf die Karte.",
  enter: "Koordinaten eingeben",
  locate: "Meine Position verwenden",
  noPosition:
    "Ihre Position ist nicht bekannt. Bitte geben Sie sie ein oder klicken Sie auf die Karte.",
  latitude: "Breitengrad, von -90 bis 90",
  longitude: "Längengrad, von -180 bis 180",
};
