import type { ResultWords } from "./en";

const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;

/** The texts of results in German. */
export const de: ResultWords = {
  rank: (rank) => `Rang ${rank}`,
  dots: (number) => count(number, "Punkt", "Punkte"),
  units: {
    votes: (number) => (number === 1 ? "Stimme" : "Stimmen"),
    points: (number) => (number === 1 ? "Punkt" : "Punkte"),
    dots: (number) => (number === 1 ? "Klebepunkt" : "Klebepunkte"),
    wins: (number) => (number === 1 ? "Sieg" : "Siege"),
    balance: () => "Ja minus Nein",
    average: () => "im Durchschnitt",
  },
  place: (rank) => `Platz ${rank}`,
  placeTitle: "Platz",
  ofAll: "Anteil",
  times: "Anzahl",
  value: "Wert",
  coordinates: "Ort",
  row: "Zeile",
  answers: (number) => count(number, "Antwort", "Antworten"),
  answersTitle: "Antworten",
  wordsTitle: "Wörter in den Antworten",
  word: "Wort",
  kept: "Wer die Umfrage verwaltet, liest diese Antworten im Export.",
  left: (number) =>
    `${count(number, "weitere Antwort ist", "weitere Antworten sind")} zu lang oder zu selten für die Liste.`,
  map: (number) => `Karte mit ${count(number, "Ort", "Orten")}, nach Nummern`,
  order: "Reihenfolge",
  orders: { poll: "Wie in der Umfrage", best: "Beste zuerst" },
  svg: "Bild (SVG)",
  png: "Bild (PNG)",
  pictureOf: (title, format) => `${title}: Bild als ${format}`,
  print: "Drucken",
  present: "Im Saal zeigen",
  range: (first, last, all) => `Antworten ${first} bis ${last} von ${all}`,
  previous: "Zurück",
  next: "Weiter",
  assigned: (number) => `${count(number, "Person", "Personen")} zugeteilt`,
  presenter: {
    join: "Teilnehmen",
    scan: "Scannen Sie den Code, oder öffnen Sie diese Adresse:",
    qr: (url) => `QR-Code von ${url}`,
    slide: (number, of) => `${number} von ${of}`,
    full: "Vollbild",
    leave: "Beenden",
    hideCode: "Code ausblenden",
    showCode: "Code einblenden",
    controls: "Steuerung der Präsentation",
    keys: "Tasten: Pfeile links und rechts für vor und zurück, Escape zum Beenden.",
  },
};
