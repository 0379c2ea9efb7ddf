import type { Words } from "./en";

export const de: Words = {
  hint: "Falls der Knopf nicht funktioniert, öffnen Sie diese Adresse:",
  message: "Nachricht der Umfrageleitung:",
  moreDates: (dates) => (dates === 1 ? "und ein weiterer Termin" : `und ${dates} weitere Termine`),
  stop: (topic) => `E-Mails über ${topic} abbestellen`,
  optOut: "Solche E-Mails und Einladungen abbestellen",
  greeting: (name) => `Guten Tag ${name},`,
  toldAs: {
    participant: {
      lead: "Sie haben an dieser Umfrage teilgenommen.",
      why: "Sie erhalten diese E-Mail, weil Sie mit dieser Adresse an der Umfrage teilgenommen haben.",
    },
    invited: {
      lead: "Sie wurden zu dieser Umfrage eingeladen.",
      why: "Sie erhalten diese E-Mail, weil Sie mit dieser Adresse zu der Umfrage eingeladen wurden.",
    },
  },
  operator: { imprint: "Impressum", privacy: "Datenschutz" },
  optIn: {
    subject: (title) => `Bitte bestätigen Sie Ihre Teilnahme: ${title}`,
    heading: "Teilnahme bestätigen",
    text: "Jemand möchte mit Ihrer Adresse an dieser Umfrage teilnehmen. Wenn Sie das waren, öffnen Sie den Link und bestätigen Sie die Teilnahme: Dann zählen die Stimmen.",
    others:
      "Es gibt weitere Anfragen mit Ihrer Adresse. Die Seite zeigt alle, damit Sie Ihre eigene bestätigen können.",
    name: (name) => `Angegebener Name: ${name}`,
    nameless: "kein Name",
    asked: (moment) => `Angefragt: ${moment}`,
    noVotes: "Stimmen: siehe die Seite. Sie zeigt alle Stimmen, die Sie bestätigen.",
    more: (votes) => (votes === 1 ? "und eine weitere Stimme" : `und ${votes} weitere Stimmen`),
    signUps: {
      text: "Jemand möchte mit Ihrer Adresse an dieser Umfrage teilnehmen. Wenn Sie das waren, öffnen Sie den Link und bestätigen Sie die Teilnahme: Dann zählen die Eintragungen.",
      noVotes: "Eintragungen: siehe die Seite. Sie zeigt alle Eintragungen, die Sie bestätigen.",
      more: (count) =>
        count === 1 ? "und eine weitere Eintragung" : `und ${count} weitere Eintragungen`,
    },
    address: {
      subject: (title) => `Bitte bestätigen Sie Ihre Adresse: ${title}`,
      heading: "Adresse bestätigen",
      text: "Jemand nimmt an dieser Umfrage teil und möchte E-Mails zum Termin an Ihre Adresse erhalten. Wenn Sie das waren, öffnen Sie den Link und bestätigen Sie die Adresse: Dann erfahren Sie den Termin, sobald er feststeht.",
      notMe:
        "Das waren nicht Sie? Öffnen Sie den Link und drücken Sie „Das war ich nicht“, oder löschen Sie diese E-Mail: Ohne Ihre Bestätigung erhalten Sie keine E-Mails zum Termin.",
    },
    button: "Ansehen und bestätigen",
    valid: (until) => `Dieser Link gilt bis ${until}.`,
    notMe:
      "Das waren nicht Sie? Öffnen Sie den Link und drücken Sie „Das war ich nicht“, oder löschen Sie diese E-Mail: Ohne Ihre Bestätigung zählt nichts.",
  },
  taken: {
    subject: (title) => `Sie nehmen bereits teil: ${title}`,
    heading: "Sie nehmen bereits teil",
    text: "Jemand wollte mit Ihrer Adresse an dieser Umfrage teilnehmen. Diese Adresse nimmt bereits teil. Jede Adresse kann nur einmal teilnehmen.",
    address: {
      subject: (title) => `Sie erfahren den Termin bereits: ${title}`,
      heading: "Sie erfahren den Termin bereits",
      text: "Jemand nimmt an dieser Umfrage teil und möchte E-Mails zum Termin an Ihre Adresse erhalten. Diese Adresse erhält sie bereits. Jede Adresse erhält sie nur einmal.",
    },
    nothing:
      "Sie müssen nichts tun: Diese E-Mail bestätigt nichts, und Ihre Stimmen bleiben, wie sie sind.",
    notMe:
      "Das waren nicht Sie? Dann können Sie diese E-Mail löschen: Es hat sich nichts geändert.",
  },
  creator: {
    subject: (title) => `Bitte bestätigen Sie Ihre Adresse: ${title}`,
    heading: "Adresse bestätigen",
    text: "Wer diese Umfrage verwaltet, hat Ihre Adresse für E-Mails über neue Beiträge angegeben. Diese E-Mails werden nur gesendet, wenn Sie die Adresse bestätigen.",
    button: "Adresse bestätigen",
    valid: "Der Link gilt sieben Tage.",
    notMe:
      "Sie haben mit dieser Umfrage nichts zu tun? Dann löschen Sie diese E-Mail: Ohne Ihre Bestätigung werden keine E-Mails über neue Beiträge gesendet.",
  },
  invitation: {
    subject: (title) => `Einladung zu einer Umfrage: ${title}`,
    heading: "Sie sind eingeladen",
    from: (name) => `${name} lädt Sie ein, an dieser Umfrage teilzunehmen.`,
    fromUnknown: "Wer diese Umfrage erstellt hat, lädt Sie ein.",
    jury: "Sie sind Mitglied der Jury dieser Umfrage.",
    button: "Umfrage öffnen",
    personal: "Diese Einladung gilt nur für Sie und lässt sich einmal verwenden.",
    notMe: "Sie möchten nicht teilnehmen? Dann können Sie diese E-Mail löschen.",
    unsubscribe: "Einladungen abbestellen",
  },
  personalLink: {
    subject: (title) => `Ihr Link zur Umfrage: ${title}`,
    heading: "Auf einem anderen Gerät weitermachen",
    text: "Mit diesem Link sehen und ändern Sie auf jedem Gerät Ihre eigenen Stimmen in dieser Umfrage.",
    button: "Weitermachen",
    personal:
      "Der Link ist nur für Sie: Alle, die ihn haben, können Ihre Stimmen ändern. Auf der Seite der Umfrage können Sie ihn ungültig machen.",
    notMe:
      "Sie haben das nicht angefordert? Dann löschen Sie diese E-Mail: Es hat sich nichts geändert.",
  },
  newOptions: {
    subject: (count, title) =>
      count === 1 ? `Ein neuer Beitrag: ${title}` : `${count} neue Beiträge: ${title}`,
    heading: (count) => (count === 1 ? "Es gibt einen neuen Beitrag" : "Es gibt neue Beiträge"),
    text: (count) =>
      count === 1
        ? "Ein Beitrag wurde zu Ihrer Umfrage eingereicht:"
        : `${count} Beiträge wurden zu Ihrer Umfrage eingereicht:`,
    more: (count) => `und ${count} weitere`,
    by: (what, author) => `${what} (von ${author})`,
    button: "Umfrage öffnen",
    why: "Sie erhalten diese E-Mail, weil Benachrichtigungen über neue Beiträge für diese Umfrage eingeschaltet sind.",
  },
  votes: {
    subject: (title) => `Neue Stimmen: ${title}`,
    heading: "Es gibt neue Stimmen",
    fresh: (count) =>
      count === 1
        ? "Eine weitere Person hat abgestimmt."
        : `${count} weitere Personen haben abgestimmt.`,
    total: (count) =>
      count === 1
        ? "Bisher hat eine Person abgestimmt."
        : `Bisher haben ${count} Personen abgestimmt.`,
    button: "Ergebnisse ansehen",
    why: "Sie erhalten diese E-Mail, weil E-Mails über Stimmen für diese Umfrage eingeschaltet sind.",
  },
  result: {
    subject: (title) => `Das Ergebnis steht fest: ${title}`,
    heading: "Die Umfrage ist geschlossen",
    text: "Sie haben an dieser Umfrage teilgenommen. Sie ist jetzt geschlossen, und Sie können das Ergebnis ansehen.",
    button: "Ergebnis ansehen",
    why: "Sie erhalten diese E-Mail, weil Sie diese Adresse für die Umfrage bestätigt haben.",
  },
  reminder: {
    subject: (title) => `Erinnerung: ${title}`,
    heading: "Ihre Antwort fehlt noch",
    from: (name) =>
      `${name} hat Sie zu dieser Umfrage eingeladen. Sie haben noch nicht geantwortet und können das weiterhin tun.`,
    fromUnknown:
      "Sie wurden zu dieser Umfrage eingeladen. Sie haben noch nicht geantwortet und können das weiterhin tun.",
    button: "Jetzt antworten",
    personal: "Der Link gilt nur für Sie. Bitte geben Sie ihn nicht weiter.",
    notMe: "Wenn Sie nicht teilnehmen möchten, können Sie diese E-Mail ignorieren.",
  },
  decision: {
    subject: (title) => `Der Termin steht fest: ${title}`,
    heading: (dates) => (dates === 1 ? "Der Termin steht fest" : "Die Termine stehen fest"),
    text: "Das wurde festgelegt:",
    change: {
      subject: (title) => `Der Termin hat sich geändert: ${title}`,
      heading: (dates) =>
        dates === 1 ? "Der Termin hat sich geändert" : "Die Termine haben sich geändert",
      former: (dates) => `Das findet nicht mehr statt: ${dates}`,
      text: "Das gilt jetzt:",
    },
    location: (place) => `Ort: ${place}`,
    button: "Umfrage ansehen",
    calendar:
      "Mit der angehängten Einladung übernehmen Sie das in Ihren Kalender oder ändern es dort.",
  },
  decisionCanceled: {
    subject: (title) => `Abgesagt: ${title}`,
    subjectOfSome: (title) => `Teilweise abgesagt: ${title}`,
    others: "Die Termine, die stattfinden, stehen in einer weiteren E-Mail.",
    heading: (dates) => (dates === 1 ? "Ein Termin ist abgesagt" : "Termine sind abgesagt"),
    text: "Das findet nicht mehr statt:",
    open: {
      participant: "Die Umfrage ist wieder offen, und Sie können Ihre Antworten ändern.",
      invited: "Die Umfrage ist wieder offen, und Sie können antworten.",
    },
    location: (place) => `Ort: ${place}`,
    button: "Umfrage ansehen",
    calendar: "Die angehängte Nachricht entfernt das aus Ihrem Kalender.",
  },
  movedUp: {
    subject: (title) => `Sie haben einen Platz: ${title}`,
    heading: "Sie haben einen Platz",
    text: "In der Umfrage ist ein Platz frei geworden, und Sie waren auf der Warteliste an der Reihe. Sie können jetzt abstimmen.",
    button: "Abstimmen",
    why: "Sie erhalten diese E-Mail, weil Sie diese Adresse für die Umfrage bestätigt haben.",
  },
  stateChange: {
    subject: (title) => `Neues zu einer Idee: ${title}`,
    heading: "Eine Idee wird anders bearbeitet",
    text: (option) => `Sie haben für diese Idee gestimmt: ${option}`,
    labeled: (state) => `Die Bearbeitung ist jetzt: ${state}`,
    button: "Idee ansehen",
    why: "Sie erhalten diese E-Mail, weil Sie diese Adresse für die Umfrage bestätigt haben.",
    states: {
      incoming: "Sie ist jetzt neu.",
      investigation: "Sie wird jetzt geprüft.",
      planned: "Sie ist jetzt geplant.",
      in_implementation: "Sie ist jetzt in Arbeit.",
      rejected: "Sie ist jetzt abgelehnt.",
      done: "Sie ist jetzt umgesetzt.",
    },
  },
  comments: {
    subject: (count, title) =>
      count === 1 ? `Ein neuer Kommentar: ${title}` : `${count} neue Kommentare: ${title}`,
    heading: (count) => (count === 1 ? "Es gibt einen neuen Kommentar" : "Es gibt neue Kommentare"),
    onPoll: (count) =>
      count === 1
        ? "In Ihrer Umfrage wurde ein Kommentar geschrieben."
        : `In Ihrer Umfrage wurden ${count} Kommentare geschrieben.`,
    onOption: (count, option) =>
      count === 1
        ? `Zu Ihrem Beitrag wurde ein Kommentar geschrieben: ${option}`
        : `Zu Ihrem Beitrag wurden ${count} Kommentare geschrieben: ${option}`,
    waiting: (count) =>
      count === 1
        ? "1 Kommentar ist verborgen, bis Sie ihn freigeben."
        : `${count} Kommentare sind verborgen, bis Sie sie freigeben.`,
    review: "Zu meinen Umfragen",
    button: "Umfrage öffnen",
    asOwner:
      "Sie erhalten diese E-Mail, höchstens einmal in der Stunde, weil Kommentare für Ihre Umfrage eingeschaltet sind.",
    asAuthor:
      "Sie erhalten diese E-Mail, höchstens einmal in der Stunde, weil Sie diesen Beitrag eingereicht haben.",
  },
  signIn: {
    subject: "Anmeldung beim Umfragedienst",
    heading: "Anmeldung",
    text: "Mit diesem Link melden Sie sich bei Ihrem Konto an.",
    button: "Jetzt anmelden",
    valid: "Der Link gilt 30 Minuten und lässt sich einmal verwenden.",
    notMe:
      "Sie haben das nicht angefordert? Dann löschen Sie diese E-Mail: Es hat sich nichts geändert.",
  },
  draft: {
    subject: "Ihre Umfrage ist fast fertig",
    heading: "Ihre Umfrage ist fast fertig",
    text: (title) =>
      `Mit diesem Link erstellen Sie auf jedem Gerät mit einem Knopfdruck Ihre Umfrage „${title}“.`,
    button: "Weiter",
  },
  signUp: {
    subject: "Ihr Konto beim Umfragedienst",
    heading: "Konto erstellen",
    text: "Mit diesem Link erstellen Sie ein Konto für diese Adresse. Damit erstellen und ändern Sie Umfragen und sehen ihre Ergebnisse.",
    button: "Konto erstellen",
  },
  membership: {
    subject: (organization) => `Einladung in die Organisation: ${organization}`,
    heading: "Sie sind in eine Organisation eingeladen",
    text: (inviter, organization) =>
      `${inviter} lädt Sie ein, in der Organisation „${organization}“ gemeinsam Umfragen zu machen. Ihre Mitglieder sehen dann Ihren Namen und Ihre Adresse.`,
    button: "Einladung ansehen",
    valid: "Der Link gilt 7 Tage und lässt sich einmal verwenden.",
    notMe: "Sie möchten das nicht? Dann löschen Sie diese E-Mail: Es hat sich nichts geändert.",
  },
  deletion: {
    subject: (title) => `Wird gelöscht: ${title}`,
    subjectOfMany: (polls) => `${polls} Ihrer Umfragen werden gelöscht`,
    heading: (polls) =>
      polls === 1
        ? "Eine geschlossene Umfrage wird gelöscht"
        : "Geschlossene Umfragen werden gelöscht",
    text: (polls) =>
      polls === 1
        ? "Zu diesem Zeitpunkt wird sie gelöscht, mit allen Stimmen und Dateien. Danach kann sie niemand wiederherstellen."
        : "Zu diesen Zeitpunkten werden sie gelöscht, mit allen Stimmen und Dateien. Danach kann sie niemand wiederherstellen.",
    more: (polls) => (polls === 1 ? "und eine weitere Umfrage" : `und ${polls} weitere Umfragen`),
    button: "Ihre Umfragen öffnen",
    export:
      "Wenn Sie die Stimmen behalten möchten, öffnen Sie die Umfrage und laden Sie sie unter „Ergebnisse“ herunter.",
    keep: "Wenn Sie die Umfrage behalten möchten, öffnen Sie sie wieder: Die Tage zählen neu, sobald sie endet. Steht in ihren Einstellungen, nach wie vielen Tagen sie gelöscht wird, können Sie auch das ändern.",
    why: "Sie erhalten diese E-Mail einmal vor dem Löschen, weil es Ihre Umfragen sind.",
  },
  passkeyAdded: {
    subject: "Ihr Konto hat einen neuen Passkey",
    heading: "Ihr Konto hat einen neuen Passkey",
    text: (name) =>
      `Der Passkey „${name}“ wurde hinzugefügt. Wer sein Gerät hat, meldet sich ohne E-Mail an Ihrem Konto an.`,
    notMe:
      "Wenn Sie das nicht waren, entfernen Sie ihn auf der Seite Ihres Kontos, und melden Sie sich dort auf allen Geräten ab.",
    button: "Konto öffnen",
    why: "Sie erhalten diese E-Mail, weil es um die Sicherheit Ihres Kontos geht.",
  },
  accountRefused: {
    subject: "Ihre Umfragen können keine Zahlungen erhalten",
    heading: "Ihr Konto erhält keine Zahlungen",
    text: "Der Zahlungsanbieter nimmt keine Zahlungen mehr an das Konto an, das Sie für Ihre Umfragen verbunden haben.",
    reason: (reason) => `Der Anbieter nennt diesen Grund: ${reason}`,
    noReason:
      "Oft braucht der Anbieter weitere Angaben. Es kann auch sein, dass das Konto geschlossen oder seine Verbindung aufgehoben wurde.",
    polls:
      "Ihre Umfragen und deren Stimmen lassen sich weiter lesen. Verkauft werden kann erst wieder, wenn das Konto bereit ist.",
    button: "Seite des Kontos öffnen",
    personal: "Der Link ist nur für Sie. Mit ihm könnten andere Angaben zu Ihrem Konto eingeben.",
  },
};
