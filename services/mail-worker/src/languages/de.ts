import type { Words } from "./en";

/** The texts of mails in German. */
export const de: Words = {
  hint: "Falls der Knopf nicht funktioniert, öffnen Sie diese Adresse:",
  operator: { imprint: "Impressum", privacy: "Datenschutz" },
  optIn: {
    subject: (title) => `Bitte bestätigen Sie Ihre Teilnahme: ${title}`,
    heading: "Teilnahme bestätigen",
    text: "Jemand möchte mit Ihrer Adresse an dieser Umfrage teilnehmen. Wenn Sie das waren, sehen Sie es sich an und bestätigen Sie: Dann zählen die Stimmen.",
    others:
      "Auch andere Anfragen nennen Ihre Adresse. Die Seite zeigt sie alle, damit Sie Ihre eigene bestätigen.",
    name: (name) => `Angegebener Name: ${name}`,
    nameless: "kein Name",
    asked: (moment) => `Angefragt: ${moment}`,
    noVotes: "Stimmen: noch keine; die Seite zeigt, was seither dazukam",
    more: (votes) => (votes === 1 ? "und eine weitere Stimme" : `und ${votes} weitere Stimmen`),
    button: "Ansehen und bestätigen",
    valid: (until) => `Dieser Link gilt bis ${until}.`,
    notMe:
      "Das waren nicht Sie? Öffnen Sie den Link und drücken Sie „Das war ich nicht“, oder löschen Sie diese E-Mail: Ohne Ihre Bestätigung zählt nichts.",
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
      "Sie haben mit dieser Umfrage nichts zu tun? Dann löschen Sie diese E-Mail: Ohne Ihre Bestätigung kommen keine E-Mails über neue Einträge.",
    unsubscribe: "Keine solchen E-Mails und keine Einladungen mehr",
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
