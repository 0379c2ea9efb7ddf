import type { Words } from "./en";

/** The texts of mails in German. */
export const de: Words = {
  hint: "Falls der Knopf nicht funktioniert, öffnen Sie diese Adresse:",
  optIn: {
    subject: (title) => `Bitte bestätigen Sie Ihre Teilnahme: ${title}`,
    heading: "Teilnahme bestätigen",
    text: "Sie haben mit dieser Adresse an dieser Umfrage teilgenommen. Ihre Stimmen sind aufgehoben und zählen, sobald Sie bestätigen.",
    button: "Bestätigen",
    valid: (until) => `Dieser Link gilt bis ${until}.`,
    notMe:
      "Sie haben nicht teilgenommen? Dann hat jemand Ihre Adresse versehentlich angegeben: Löschen Sie diese E-Mail, und es geschieht nichts.",
  },
  taken: {
    subject: (title) => `Sie nehmen bereits teil: ${title}`,
    heading: "Sie nehmen bereits teil",
    text: "Jemand wollte mit Ihrer Adresse an dieser Umfrage teilnehmen. Sie nimmt bereits teil, und jede Adresse tut das einmal.",
    nothing:
      "Sie müssen nichts tun: Diese E-Mail bestätigt nichts, und Ihre Stimmen bleiben, wie sie sind.",
    notMe:
      "Das waren nicht Sie? Dann können Sie diese E-Mail löschen: Es hat sich nichts geändert.",
  },
  creator: {
    subject: (title) => `Bitte bestätigen Sie Ihre Adresse: ${title}`,
    heading: "Adresse bestätigen",
    text: "Diese Umfrage nennt Ihre Adresse für E-Mails über neue Einträge. Sie werden erst gesendet, wenn Sie die Adresse bestätigen.",
    button: "Adresse bestätigen",
    valid: "Der Link gilt sieben Tage.",
    notMe:
      "Sie haben mit dieser Umfrage nichts zu tun? Dann löschen Sie diese E-Mail: Es kommt keine weitere dazu.",
  },
  invitation: {
    subject: (title) => `Einladung zu einer Umfrage: ${title}`,
    heading: "Sie sind eingeladen",
    from: (name) => `${name} lädt Sie ein, an dieser Umfrage teilzunehmen.`,
    fromUnknown: "Sie sind eingeladen, an dieser Umfrage teilzunehmen.",
    jury: "Sie gehören zu ihrer Jury.",
    button: "Umfrage öffnen",
    personal: "Diese Einladung gilt nur für Sie und lässt sich einmal verwenden.",
    notMe: "Sie möchten nicht teilnehmen? Dann können Sie diese E-Mail löschen.",
    unsubscribe: "Keine Einladungen mehr",
  },
  newOptions: {
    subject: (count, title) =>
      count === 1 ? `Ein neuer Eintrag: ${title}` : `${count} neue Einträge: ${title}`,
    heading: (count) => (count === 1 ? "Es gibt einen neuen Eintrag" : "Es gibt neue Einträge"),
    text: (count) =>
      count === 1
        ? "Ein Eintrag wurde zu Ihrer Umfrage eingereicht:"
        : `${count} Einträge wurden zu Ihrer Umfrage eingereicht:`,
    more: (count) => `und ${count} weitere`,
    nameless: "Ein Eintrag ohne Titel",
    by: (what, author) => `${what} (von ${author})`,
    button: "Umfrage ansehen",
    why: "Sie erhalten diese E-Mail, weil Benachrichtigungen über neue Einträge für diese Umfrage eingeschaltet sind.",
    unsubscribe: "Keine E-Mails über neue Einträge dieser Umfrage mehr",
  },
  signIn: {
    subject: "Ihr Zugang zum Umfragedienst",
    heading: "Ihr Zugang",
    text: "Mit diesem Link melden Sie sich bei Ihrem Konto an, oder erhalten neue Zugangs-Token für Programme.",
    button: "Jetzt anmelden",
    valid: "Der Link gilt 30 Minuten und lässt sich einmal verwenden.",
    notMe:
      "Sie haben das nicht angefordert? Dann löschen Sie diese E-Mail: Es hat sich nichts geändert.",
  },
  signUp: {
    subject: "Ihr Konto beim Umfragedienst",
    heading: "Konto erstellen",
    text: "Mit diesem Link erstellen Sie ein Konto für diese Adresse.",
    button: "Konto erstellen",
  },
};
