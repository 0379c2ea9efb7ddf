import type { PlaceWords } from "./en";

export const de: PlaceWords = {
  place: "Wo ist das?",
  world:
    "Weltkarte: Tippen setzt den Punkt, die Tasten + und - zoomen, Pfeile verschieben die Karte, die Eingabetaste setzt den Punkt in ihre Mitte",
  closer: "Vergrößern",
  farther: "Verkleinern",
  all: "Alle Orte",
  tap: "Tippen Sie auf die Karte.",
  enter: "Koordinaten oder einen Link eingeben",
  locate: "Meine Position verwenden",
  noPosition:
    "Ihre Position ist nicht bekannt. Bitte geben Sie sie ein oder tippen Sie auf die Karte.",
  coordinates: "Koordinaten oder Link einer Karte",
  example: "Zum Beispiel 52,52; 13,4. Bei einem Link zählt die Adresse im Browser.",
  shortLink:
    "Dieser kurze Link nennt keinen Ort. Bitte öffnen Sie ihn und kopieren Sie die lange Adresse aus dem Browser.",
  notRead:
    "Bitte geben Sie einen Breitengrad von -90 bis 90 und einen Längengrad von -180 bis 180 ein, oder den Link einer Karte, in dessen Adresse sie stehen.",
};
