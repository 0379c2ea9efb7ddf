import { count } from "../count";
import type { ResultWords } from "./en";

/** The texts of results in German. */
export const de: ResultWords = {
  rank: (rank) => `Rang ${rank}`,
  meanRank: "Mittlerer Rang",
  dots: (number) => count(number, "Punkt", "Punkte"),
  units: {
    votes: (number) => (number === 1 ? "Stimme" : "Stimmen"),
    points: (number) => (number === 1 ? "Punkt" : "Punkte"),
    yes: () => "mit Vielleicht als halbem Ja",
    people: () => "eingetragen",
    average: () => "im Durchschnitt",
  },
  noRatings: "noch keine Bewertungen",
  won: (wins, of) =>
    typeof of === "string"
      ? `${of} gewonnen`
      : wins === 0
        ? "keinen Vergleich gewonnen"
        : `${wins} von ${of} gewonnen`,
  notCompared: "noch nicht verglichen",
  free: (free, of) => `${free} von ${count(of, "Platz", "Plätzen")} frei`,
  unanswered: (number) => count(number, "Antwort fehlt", "Antworten fehlen"),
  place: (rank) => `Platz ${rank}`,
  placeTitle: "Platz",
  bestDate: { active: "Bisher am besten", closed: "Am besten" },
  decided: "Gewählter Termin",
  live: "Live",
  hidden: "Die Ergebnisse dieser Umfrage sind zurzeit verborgen.",
  loading: "Die Ergebnisse werden geladen …",
  table: "Als Tabelle",
  option: "Option",
  voters: "Personen",
  rating: "Summe",
  average: "Durchschnitt",
  best: "In Führung",
  none: "Es gibt noch nichts zu zeigen.",
  ofAll: "Anteil",
  times: "Anzahl",
  value: "Wert",
  coordinates: "Ort",
  row: "Zeile",
  answers: (number) => count(number, "Antwort", "Antworten"),
  answersTitle: "Antworten",
  wordsTitle: "Wörter in den Antworten",
  word: "Wort",
  kept: "Antworten, die hier nicht stehen, sind im Export, für die Verwaltung der Umfrage.",
  left: (number) =>
    `${count(number, "weitere Antwort ist", "weitere Antworten sind")} zu lang oder zu selten für die Liste.`,
  order: "Reihenfolge",
  orders: { poll: "Wie in der Umfrage", best: "Beste zuerst" },
  pictureOf: (title, format) => `${title}: Bild als ${format}`,
  print: "Drucken",
  present: "Präsentieren",
  onlyVoters: "Die Ergebnisse sehen nur Personen, die abgestimmt haben.",
  afterVote: "Sie sehen die Ergebnisse, sobald Sie abgestimmt haben.",
  range: (first, last, all) => `Optionen ${first} bis ${last} von ${all}`,
  previous: "Zurück",
  next: "Weiter",
  assigned: (number) => `${count(number, "Person", "Personen")} zugeteilt`,
  count: {
    title: "So wurden die Stimmen gezählt",
    elected: (number: number) => (number === 1 ? "Gewählt" : `Gewählt (${number})`),
    facts: (ballots: number, abstaining: number) =>
      [
        count(ballots, "Stimmzettel", "Stimmzettel"),
        abstaining > 0 && `${abstaining} nur mit Enthaltungen`,
      ]
        .filter(Boolean)
        .join(", "),
    quota: (votes: string) => `Quote: ${votes} ${votes === "1" ? "Stimme" : "Stimmen"}`,
    rounds: "Runden",
    round: (number: number) => `Runde ${number}`,
    isElected: "gewählt",
    isOut: "ausgeschieden",
    exhausted: "Nicht mehr gezählt",
    pairs: "Jede Option gegen jede andere",
    pairsText: "Wie viele Stimmzettel die Option der Zeile der Option der Spalte vorziehen.",
    grades: "Noten",
    median: "Mittlere Note",
    seed: (seed: string) => `Startwert des Loses: ${seed}`,
    countedAt: (when: string) => `Gezählt ${when}`,
    failed: "Die Zählung lässt sich nicht laden.",
  },
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
