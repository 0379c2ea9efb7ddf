import { count } from "../count";
import type { PlaceWords } from "./en";

export const de: PlaceWords = {
  place: "Wo ist das?",
  world:
    "Weltkarte: Ein Klick setzt den Punkt, die Tasten + und - zoomen, Pfeile verschieben die Karte, die Eingabetaste setzt den Punkt in ihre Mitte",
  closer: "Vergrößern",
  farther: "Verkleinern",
  tap: "Tippen Sie auf die Karte.",
  enter: "Koordinaten oder einen Link eingeben",
  locate: "Meine Position verwenden",
  noPosition:
    "Ihre Position ist nicht bekannt. Bitte geben Sie sie ein oder klicken Sie auf die Karte.",
  coordinates: "Koordinaten oder Link einer Karte",
  example: "Zum Beispiel 52,52; 13,4. Bei einem Link zählt die Adresse im Browser.",
  notRead:
    "Bitte geben Sie einen Breitengrad von -90 bis 90 und einen Längengrad von -180 bis 180 ein, oder den Link einer Karte, in dessen Adresse sie stehen.",
  name: "Name",
  pressMap:
    "Ein Klick auf die Karte setzt den nächsten Ort ohne Koordinaten oder fügt einen hinzu.",
  map: (number) => `Karte mit ${count(number, "Ort", "Orten")}, nach Nummern`,
  scheme: "Ohne Straßen, aber maßstabsgetreu.",
  onMap: (name) => `${name} auf der Karte`,
  route: (length) => `Strecke von ${length}`,
  within: (radius) => `Im Umkreis von ${radius}`,
  distances: "Wie weit ist es von hier?",
  fromHere: (distance) => `${distance} von hier`,
  noDistances: "Ihre Position ist nicht bekannt.",
  open: "OpenStreetMap",
};
