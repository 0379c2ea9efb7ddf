import { count } from "../count";
import type { MapWords } from "./en";

export const de: MapWords = {
  name: "Name",
  pressMap: "Tippen auf die Karte setzt den nächsten Ort ohne Koordinaten oder fügt einen hinzu.",
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
