import { count } from "../count";
import type { SignUpWords } from "./en";

/** The texts of sign-up lists and polls of dates in German. */
export const de: SignUpWords = {
  free: (free, of) => `${free} von ${count(of, "Platz", "Plätzen")} frei`,
  full: "Voll",
  zone: (name) => `Zeiten: ${name}`,
  otherZone: (name) => `Wechseln zu: ${name}`,
  overlaps: (dates) => `Zur selben Zeit haben Sie zugesagt für: ${dates}`,
  whoCan: "Wer kann wann?",
  best: "Bisher am besten",
  bestOfAll: "Am besten",
  half: "Ein Vielleicht zählt als halbes Ja.",
  none: "Ein Vielleicht zählt nicht.",
  you: "Sie",
  final: {
    title: (dates) => (dates === 1 ? "Der Termin steht fest" : "Die Termine stehen fest"),
    titleSoFar: (dates) => (dates === 1 ? "Der bisherige Termin" : "Die bisherigen Termine"),
    reopened: "Die Umfrage ist wieder offen, daher kann sich das noch ändern.",
    noLonger: (dates) => `Das findet nicht mehr statt: ${dates}`,
    calledOff: (dates, number) =>
      number === 0
        ? "Der Termin ist abgesagt"
        : `${dates} ${number === 1 ? "ist" : "sind"} abgesagt`,
    off: "Abgesagt",
    noOther: "Ein anderer Termin steht noch nicht fest.",
    chosen: "Gewählter Termin",
    all: (dates) => `Alle Termine (${dates})`,
    file: "In den Kalender übernehmen",
    subscribe: "Änderungen abonnieren",
  },
  tell: {
    label: "E‑Mail-Adresse, wenn Sie den Termin erfahren möchten",
    purpose: "Nur wer die Umfrage verwaltet, sieht sie. Sie dient nur E‑Mails zu dieser Umfrage.",
    anonymous: "Niemand sieht sie. Sie dient nur E‑Mails zu dieser Umfrage.",
    send: "Termin per E‑Mail erfahren",
    sent: (address) =>
      `Bitte öffnen Sie die E‑Mail an ${address} und bestätigen Sie dort, dass die Adresse Ihre ist. Dann erfahren Sie den Termin, sobald er feststeht.`,
    again: "Noch einmal senden, oder an eine andere Adresse",
    other: "Andere Adresse angeben",
    invited:
      "Die Adresse, an die Ihre Einladung ging, erhält eine E‑Mail, sobald der Termin feststeht.",
    told: (address) => `${address} erhält eine E‑Mail, sobald der Termin feststeht.`,
  },
  signUp: "Eintragen",
  kept: "Sie sind eingetragen.",
  keptFor: "Sie sind eingetragen für:",
  poll: {
    opens: (when) => `Sie können sich ab ${when} eintragen.`,
    ends: (when) => `Sie können sich bis ${when} eintragen.`,
    results: "Ansehen, wer eingetragen ist",
  },
  vote: {
    clear: "Platz freigeben",
    movedHere: "Ihr Platz ist hierher gewechselt",
  },
  results: {
    votes: (people) => `${people} eingetragen`,
  },
};
