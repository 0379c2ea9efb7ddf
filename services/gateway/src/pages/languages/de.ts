import type { Words } from "./en";

/** The texts of pages in German. */
export const de: Words = {
  noScript:
    "Diese Seite braucht JavaScript. Bitte schalten Sie es im Browser ein und laden Sie die Seite neu.",
  home: {
    start: {
      title: "Umfragen für alle",
      description:
        "Lassen Sie abstimmen, antworten, einreichen und vergleichen, und sehen Sie die Ergebnisse live.",
    },
    sign_in: {
      title: "Anmeldung",
      description: "Melden Sie sich mit einem Link an, den wir Ihnen per E-Mail senden.",
    },
    polls: { title: "Meine Umfragen", description: "Die Umfragen Ihres Kontos, und neue." },
    account: { title: "Mein Konto", description: "Ihr Name, Ihre Token und Ihre Browser." },
  },
  operator: { imprint: "Impressum", privacy: "Datenschutz" },
  errors: {
    notFound: {
      title: "Diese Seite gibt es nicht",
      text: "Bitte prüfen Sie die Adresse, oder öffnen Sie den Link in Ihrer E-Mail noch einmal. Links zu Dateien enden nach einer Weile: Laden Sie dann die Seite neu, auf der sie stehen.",
    },
    malformed: {
      title: "Diese Adresse ist nicht vollständig",
      text: "Bitte kopieren Sie den ganzen Link noch einmal, oder öffnen Sie ihn in Ihrer E-Mail.",
    },
    notOurs: {
      title: "Das kam nicht von unserer eigenen Seite",
      text: "Es hat sich nichts geändert. Bitte öffnen Sie den Link in Ihrer E-Mail noch einmal und drücken Sie dort den Knopf.",
    },
    refused: {
      title: "Das hat nicht geklappt",
      text: "Es hat sich nichts geändert. Bitte gehen Sie zurück, prüfen Sie Ihre Eingaben und versuchen Sie es noch einmal.",
    },
    tooMany: {
      title: "Zu viele Anfragen",
      text: (seconds) =>
        `Bitte warten Sie ${seconds === 1 ? "1 Sekunde" : `${seconds} Sekunden`} und laden Sie die Seite dann neu.`,
    },
    unavailable: {
      title: "Einen Moment bitte",
      text: "Diese Seite lässt sich gerade nicht anzeigen. Bitte versuchen Sie es in ein paar Minuten noch einmal: Es geht nichts verloren.",
    },
    defect: {
      title: "Da ist etwas schiefgegangen",
      text: "Das ist unser Fehler. Bitte versuchen Sie es in ein paar Minuten noch einmal: Es geht nichts verloren.",
    },
    reference: (id) => `Kennung: ${id}`,
    again: "Noch einmal versuchen",
    start: "Zur Startseite",
  },
  optIn: {
    confirm: {
      title: "Teilnahme bestätigen",
      titleOfSeveral: "Was davon ist von Ihnen?",
      text: (address) =>
        `Jemand möchte als ${address} an dieser Umfrage teilnehmen. Bestätigen Sie, wenn Sie das waren: Dann zählen diese Stimmen.`,
      several: (address) =>
        `Mehrere Anfragen zur Teilnahme an dieser Umfrage nennen ${address}. Bestätigen Sie Ihre eigene: Dann zählen deren Stimmen, und die anderen bestätigen nichts.`,
      name: "Angegebener Name",
      nameless: "Keiner",
      asked: "Angefragt",
      ownNetwork: "Über den Internetanschluss, den Sie gerade benutzen",
      votes: "Stimmen",
      noVotes: "Noch keine",
      more: (votes) => (votes === 1 ? "und eine weitere" : `und ${votes} weitere`),
      button: "Bestätigen",
      notMe: "Das war ich nicht",
      noneIsMine: "Nichts davon ist von mir",
      notMeText:
        "Sie haben das nicht angefragt? Dann drücken Sie den unteren Knopf: Er bestätigt nichts und entfernt Ihre Adresse daraus.",
      changed:
        "Das hat sich geändert, seit Sie es gesehen haben, deshalb wurde nichts bestätigt. So ist es jetzt:",
      denied: "Vielen Dank. Damit ist nichts bestätigt. Weitere Anfragen nennen Ihre Adresse:",
    },
    denied: {
      title: "Es ist nichts bestätigt",
      text: "Sie haben gesagt, dass Sie das nicht waren. Es bestätigt nichts, und Ihre Adresse ist daraus entfernt.",
    },
    confirmed: {
      title: "Sie sind bestätigt",
      text: "Vielen Dank, Ihre Teilnahme ist bestätigt.",
      cast: (votes) =>
        votes === 1 ? "Ihre Stimme zählt jetzt." : `Ihre ${votes} Stimmen zählen jetzt.`,
    },
    already: {
      title: "Sie sind bereits bestätigt",
      text: "Diese Adresse wurde schon bestätigt. Es ist nichts mehr zu tun.",
    },
    dropped: {
      title: "Stimmen, die nicht zählen",
      explanation:
        "Seit Ihrer Abstimmung hat sich etwas geändert, deshalb konnten diese Stimmen nicht gezählt werden:",
      line: (what, why) => `${what}: ${why}`,
      nameless: "Eine Option",
      day: (day) => ` (${day})`,
    },
    fee: {
      text: "Die Teilnahme kostet eine Gebühr: Ihre Stimmen zählen, sobald sie bezahlt ist.",
      pay: "Gebühr bezahlen",
    },
    toPay: {
      title: "Stimmen, die auf Ihre Zahlung warten",
      pay: (what) => `„${what}“ bezahlen`,
    },
    expired: {
      title: "Dieser Link ist abgelaufen",
      text: "Links zum Bestätigen gelten sieben Tage.",
      askAgain: "Gehen Sie zurück zur Umfrage und fordern Sie dort eine neue E-Mail an.",
    },
    ended: {
      title: "Dieser Link gilt nicht mehr",
      text: "Die Adresse dieser Teilnahme wurde geändert, nachdem diese E-Mail verschickt war. Bitte verwenden Sie den Link in der neuesten E-Mail an die neue Adresse.",
    },
    taken: {
      title: "Diese Adresse nimmt bereits teil",
      text: "Jede Adresse nimmt an dieser Umfrage einmal teil. Diese Adresse wurde schon bestätigt, deshalb lässt sich mit ihr nichts weiter bestätigen.",
    },
    closed: {
      title: "Die Umfrage ist geschlossen",
      text: "Die Zeit zum Bestätigen ist vorbei, deshalb wurde nichts gezählt.",
    },
    unknown: {
      title: "Dieser Link ist nicht gültig",
      text: "Vielleicht wurde er nicht vollständig kopiert. Bitte öffnen Sie den Link in Ihrer E-Mail noch einmal, oder kopieren Sie ihn ganz in die Adresszeile.",
      gone: "Wenn das nicht hilft, wurde die Umfrage oder Ihre Teilnahme inzwischen gelöscht.",
    },
    reasons: {
      option_not_found: "dafür kann nicht mehr abgestimmt werden",
      poll_closed: "die Umfrage wurde vorher geschlossen",
      voting_not_allowed: "die Umfrage nimmt keine Stimmen mehr an",
      voting_not_started: "die Abstimmung hatte noch nicht begonnen",
      jury_only: "nur die Jury stimmt ab",
      own_option: "für Eigenes kann nicht abgestimmt werden",
      option_not_votable: "dafür kann nicht mehr abgestimmt werden",
      option_not_open: "es ist noch nicht offen",
      already_voted: "es gibt dafür schon eine Stimme",
      rank_taken: "der Rang ist schon vergeben",
      limit: "die größte Zahl von Stimmen ist erreicht",
      other: "es passt nicht mehr zur Umfrage, wie sie jetzt ist",
    },
    toPoll: "Zur Umfrage",
  },
  unsubscribe: {
    ask: {
      title: "Keine E-Mails über neue Einträge mehr?",
      text: "Niemand wird mehr per E-Mail benachrichtigt, wenn Einträge zu dieser Umfrage eingereicht werden. In den Einstellungen der Umfrage lässt sich das wieder einschalten.",
      button: "Keine E-Mails mehr",
    },
    done: {
      title: "Keine E-Mails mehr",
      text: "Von nun an wird niemand mehr per E-Mail über neue Einträge dieser Umfrage benachrichtigt.",
    },
    unknown: {
      title: "Dieser Link ist nicht gültig",
      text: "Vielleicht wurde er nicht vollständig kopiert, oder die Umfrage wurde gelöscht: Dann kommen ohnehin keine E-Mails mehr.",
    },
  },
  creator: {
    button: "Bestätigen",
    ask: {
      title: "Diese Adresse bestätigen",
      text: "Diese Umfrage nennt Ihre Adresse für E-Mails über neue Einträge. Sie werden erst gesendet, wenn Sie die Adresse bestätigen.",
    },
    done: {
      title: "Die Adresse ist bestätigt",
      text: "E-Mails über neue Einträge dieser Umfrage kommen an diese Adresse, wenn sie eingeschaltet sind. Jede hat einen Link, der sie beendet.",
    },
    dead: {
      title: "Dieser Link gilt nicht mehr",
      text: "Er ist abgelaufen, oder die Umfrage nennt jetzt eine andere Adresse. Wird die Adresse der Umfrage neu gesetzt, kommt eine neue E-Mail.",
    },
    unknown: {
      title: "Diesen Link gibt es nicht",
      text: "Vielleicht wurde er nicht vollständig kopiert, oder die Umfrage wurde gelöscht.",
    },
  },
  optOut: {
    ask: {
      title: "Keine Einladungen mehr?",
      text: "Sie entscheiden, welche Einladungen diese Adresse von hier erhält. E-Mails, die Sie selbst anfordern, etwa zur Bestätigung Ihrer Adresse, kommen wie bisher.",
    },
    all: {
      title: "Keine Einladungen mehr",
      text: "Diese Adresse erhält von hier keine Einladung zu einer Umfrage mehr.",
      button: "Keine Einladungen zu Umfragen",
    },
    poll: {
      title: "Keine Einladungen zu dieser Umfrage mehr",
      text: "Diese Adresse erhält keine Einladungen zu dieser Umfrage mehr.",
      button: "Keine Einladungen zu dieser Umfrage",
    },
    none: {
      title: "Einladungen sind wieder erlaubt",
      text: "Diese Adresse erhält wieder Einladungen.",
      button: "Einladungen wieder erlauben",
    },
    unknown: {
      title: "Dieser Link ist nicht bekannt",
      text: "Vielleicht wurde er nicht vollständig kopiert.",
    },
  },
  signIn: {
    ask: {
      title: "Anmelden",
      text: "Mit diesem Knopf wird dieser Browser bei Ihrem Konto angemeldet.",
      button: "Jetzt anmelden",
      tokens: "Neue Zugangs-Token für Programme",
      tokensText:
        "Token werden so aufbewahrt, dass niemand sie lesen kann. Hier erhalten Sie ein neues, das das alte ersetzt.",
      private: {
        title: "Privates Token",
        text: "Es handelt in Ihrem Namen. Was das bisherige verwendet, funktioniert dann nicht mehr.",
        button: "Neues privates Token erstellen",
      },
      public: {
        title: "Öffentliches Token",
        text: "Es gehört in Ihre Webseiten. Seiten mit dem bisherigen funktionieren nicht mehr, bis sie das neue haben.",
        button: "Neues öffentliches Token erstellen",
      },
    },
    done: {
      private: "Ihr neues privates Token",
      public: "Ihr neues öffentliches Token",
      text: "Kopieren Sie es jetzt: Es wird nur dieses eine Mal gezeigt.",
    },
    dead: {
      title: "Dieser Link gilt nicht mehr",
      text: "Links zu Ihrem Zugang gelten 30 Minuten und lassen sich einmal verwenden. Bitte fordern Sie einen neuen an.",
      button: "Neuen Link anfordern",
    },
  },
  signUp: {
    ask: {
      title: "Konto erstellen",
      text: "Mit einem Konto erstellen Sie Umfragen, und Ihre Webseiten und Programme verwenden seine Token.",
      button: "Konto erstellen",
      notMe:
        "Sie haben das nicht angefordert? Dann schließen Sie diese Seite: Es wurde nichts erstellt.",
    },
    done: {
      title: "Ihr Konto ist da",
      signedIn: "Sie sind angemeldet.",
      button: "Erste Umfrage erstellen",
      back: "Zurück zur Seite, von der Sie kommen",
      tokens: "Zugangs-Token für Ihre Programme",
      text: "Kopieren Sie jetzt beide Token: Sie werden nur dieses eine Mal gezeigt.",
      private: "Es handelt in Ihrem Namen. Halten Sie es geheim.",
      public: "Es gehört in Ihre Webseiten und handelt für die Menschen, die sie besuchen.",
    },
    taken: {
      title: "Diese Adresse hat ein Konto",
      text: "Es wurde inzwischen mit einem anderen Link erstellt. Wenn Sie seine Token nicht haben, fordern Sie bitte einen neuen Link an: Er führt zu neuen.",
    },
  },
  pay: {
    what: {
      title: "Was Sie bezahlen",
      amount: "Betrag",
      each: (amount) => `je ${amount}`,
      refunded: "Davon erstattet",
    },
    votes: (votes) => (votes === 1 ? "1 Stimme" : `${votes} Stimmen`),
    kinds: {
      voting_fee: "Teilnahmegebühr",
      voting_donation: "Spende",
      submission_fee: "Gebühr für Ihren Beitrag",
      submission_donation: "Spende",
    },
    yourChoice: "Den Betrag bestimmen Sie",
    suggestion: (amount) => `${amount} vorgeschlagen; Sie bestimmen den Betrag`,
    from: "Anbieter",
    terms: "Teilnahmebedingungen",
    privacyPolicy: "Datenschutzerklärung",
    ready: {
      title: "Bezahlen",
      button: "Jetzt bezahlen",
      note: "Sie bezahlen auf den Seiten unseres Zahlungsdienstleisters.",
    },
    preparing: {
      title: "Einen Moment bitte",
      text: "Die Kasse wird geöffnet. Diese Seite geht von selbst weiter.",
    },
    checking: {
      title: "Ihre Zahlung wird geprüft",
      text: "Wir fragen bei unserem Zahlungsdienstleister nach. Diese Seite geht von selbst weiter.",
      back: "Sie haben nicht bezahlt? Zurück zur Zahlung",
    },
    processing: {
      title: "Ihre Zahlung ist unterwegs",
      text: "Sie zählt, sobald das Geld angekommen ist. Bei manchen Zahlungsarten dauert das einige Tage.",
    },
    refused: {
      title: "Das kann nicht bezahlt werden",
      text: "Unser Zahlungsdienstleister nimmt diese Zahlung nicht an, und ein neuer Versuch hilft nicht. Es wurde nichts abgebucht. Bitte sagen Sie es denen, die die Umfrage betreiben.",
    },
    again: {
      title: "Noch nicht bezahlt",
      text: "Die Kasse wurde ohne Zahlung geschlossen. Es wurde nichts abgebucht.",
      button: "Noch einmal versuchen",
    },
    paid: {
      title: "Bezahlt, vielen Dank",
      votes: (votes) =>
        votes === 1 ? "Ihre gekaufte Stimme zählt." : `Ihre ${votes} gekauften Stimmen zählen.`,
      voting_fee: "Ihre Stimmen zählen.",
      submission_fee: "Ihr Beitrag ist bezahlt.",
      donation: "Vielen Dank für Ihre Spende.",
    },
    rejected: {
      title: "Sie bekommen Ihr Geld zurück",
      text: "Ihre Zahlung kam, als sie nicht mehr verwendet werden konnte. Sie bekommen alles zurück; das kann einige Tage dauern.",
    },
    refunded: {
      title: "Erstattet",
      text: "Diese Zahlung wurde erstattet. Was damit bezahlt war, zählt nicht mehr.",
    },
    disputed: {
      title: "Diese Zahlung ist strittig",
      text: "Ihre Bank hat die Zahlung zurückgerufen. Was damit bezahlt war, zählt solange nicht.",
    },
    replaced: {
      title: "Diese Zahlung wird nicht mehr gebraucht",
      text: "Was bezahlt werden sollte, hat sich geändert oder ist nicht mehr da. Hier kann nichts mehr bezahlt werden.",
    },
    full: {
      title: "Es ist kein Platz mehr frei",
      text: "Der Platz war einige Stunden für Sie vorgemerkt und ist jetzt anderweitig vergeben. Es wurde nichts abgebucht. Wird ein Platz frei, können Sie hier wieder bezahlen.",
    },
    paused: {
      title: "Das kann gerade nicht bezahlt werden",
      text: "Der Anbieter kann zurzeit keine Zahlungen annehmen. Es wurde nichts abgebucht. Bitte versuchen Sie es später noch einmal.",
    },
    closed: { title: "Die Umfrage ist geschlossen", text: "Es kann nichts mehr bezahlt werden." },
    unknown: {
      title: "Diese Zahlung gibt es nicht",
      text: "Vielleicht wurde der Link nicht vollständig kopiert. Bitte öffnen Sie ihn noch einmal dort, wo Sie ihn haben.",
    },
    toPoll: "Zur Umfrage",
  },
  connect: {
    button: "Weiter bei unserem Zahlungsdienstleister",
    preparing: {
      title: "Einen Moment bitte",
      text: "Der Weg zu unserem Zahlungsdienstleister wird geöffnet. Diese Seite geht von selbst weiter.",
    },
    open: {
      title: "Geld selbst empfangen",
      text: "Auf der nächsten Seite fragt unser Zahlungsdienstleister, wer Sie sind und wohin das Geld gehen soll. Wir sehen Ihre Bankdaten nicht.",
    },
    unfinished: {
      title: "Noch nicht fertig",
      text: "Unser Zahlungsdienstleister braucht noch Angaben. Bis dahin verkaufen Ihre Umfragen nichts.",
    },
    checking: {
      title: "Ihr Konto wird geprüft",
      text: "Wir fragen bei unserem Zahlungsdienstleister nach. Diese Seite geht von selbst weiter. Wenn Angaben fehlen, machen Sie dort weiter.",
    },
    ready: {
      title: "Ihr Konto ist verbunden",
      text: "Das Geld Ihrer Umfragen geht auf Ihr Konto bei unserem Zahlungsdienstleister.",
    },
    restricted: {
      title: "Ihr Konto nimmt keine Zahlungen an",
      text: "Unser Zahlungsdienstleister hat Ihr Konto angehalten und braucht weitere Angaben. Bis dahin verkaufen Ihre Umfragen nichts.",
    },
    refused: {
      title: "Das Konto kann nicht eröffnet werden",
      text: "Unser Zahlungsdienstleister eröffnet dieses Konto nicht. Bitte fragen Sie die Betreiber dieses Dienstes.",
    },
    ended: {
      title: "Dieses Konto ist getrennt",
      text: "Das Geld Ihrer Umfragen geht an die Betreiber dieses Dienstes.",
    },
    unknown: {
      title: "Diese Seite gibt es nicht",
      text: "Vielleicht wurde der Link nicht ganz kopiert. Bitte öffnen Sie ihn noch einmal dort, wo Sie ihn haben.",
    },
  },
};
