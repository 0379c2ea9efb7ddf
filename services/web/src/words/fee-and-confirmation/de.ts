import type { DueWords } from "./en";

export const de: DueWords = {
  voteCosts: (price) => `Eine Stimme kostet ${price}.`,
  participationCosts: (price) =>
    `Die Teilnahme kostet ${price}. Ihre Teilnahme zählt, sobald Sie bezahlt haben.`,
  paying:
    "Ihre Zahlung wird geprüft. Diese Seite ändert sich von selbst; manche Zahlungsarten dauern Tage. Abgebrochen oder fehlgeschlagen? Öffnen Sie die Zahlung und versuchen Sie es erneut.",
  unconfirmed: (address) =>
    `Wir haben eine E‑Mail${address === undefined ? "" : ` an ${address}`} gesendet. Öffnen Sie den Link darin und bestätigen Sie, damit Ihre Teilnahme zählt.`,
  confirmed: "Ihre Adresse ist bestätigt.",
  mailAgain: "E‑Mail erneut senden",
  mailedAgain: "Die E‑Mail ist erneut gesendet.",
  waiting: (position) =>
    `Alle Plätze sind vergeben. Sie stehen auf der Warteliste an Stelle ${position}. Sie können teilnehmen, sobald ein Platz frei ist.`,
  movedUp: "Sie haben jetzt einen Platz und können teilnehmen.",
};
