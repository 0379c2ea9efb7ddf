import type { CommentWords } from "./en";

/** The texts of comments in German. */
export const de: CommentWords = {
  title: "Kommentare",
  show: "Kommentare anzeigen",
  none: "Es gibt noch keine Kommentare.",
  private: "Ihre Kommentare sehen nur Sie und die Personen, die diese Umfrage verwalten.",
  label: "Ihr Kommentar",
  send: "Senden",
  sent: "Ihr Kommentar ist gespeichert.",
  arrived: "Es gibt neue Kommentare.",
  organizer: "Organisation",
  deleted: "Der Kommentar ist gelöscht.",
  answer: "Antworten",
  answerTo: (name) => `Ihre Antwort an ${name}`,
  cancel: "Abbrechen",
  sure: "Diesen Kommentar endgültig löschen?",
  hidden: "Verborgen",
  disapproved: "Nicht freigegeben",
  hide: "Verbergen",
  unhide: "Wieder anzeigen",
  approve: "Freigeben",
  reject: "Ablehnen",
  waitingTitle: (number) => `Noch nicht freigegebene Kommentare: ${number}`,
  answerWaits: "Andere sehen Ihre Antwort erst, wenn dieser Kommentar freigegeben ist.",
  errors: {
    comments_not_allowed: "Kommentare sind in dieser Umfrage ausgeschaltet.",
    address_not_confirmed:
      "Bitte bestätigen Sie zuerst Ihre E‑Mail-Adresse: Öffnen Sie den Link in der E‑Mail, die wir Ihnen geschickt haben.",
    comment_limit_reached: "Mehr Kommentare sind zu dieser Option nicht möglich.",
    too_many_comments:
      "Sie haben viele Kommentare geschrieben. Bitte versuchen Sie es in einer Minute noch einmal.",
  },
};
