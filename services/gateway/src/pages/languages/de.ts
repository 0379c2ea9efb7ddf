import type { Words } from "./en";

export const de: Words = {
  languages: "Sprache",
  noScript:
    "Diese Seite braucht JavaScript. Bitte schalten Sie es im Browser ein und laden Sie die Seite neu.",
  home: {
    start: {
      title: "Umfragen für alle",
      heading: "Fragen, abstimmen, entscheiden",
      description:
        "Umfrage erstellen, Link senden, Ergebnisse live sehen. Beginnen und teilnehmen kann man ohne Konto.",
    },
    sign_in: {
      title: "Anmeldung",
      description:
        "Melden Sie sich an oder erstellen Sie ein Konto, mit einem Link, den wir Ihnen per E‑Mail senden.",
    },
    polls: {
      title: "Meine Umfragen",
      description: "Sehen Sie die Umfragen Ihres Kontos, und erstellen Sie neue.",
    },
    new_poll: { title: "Neue Umfrage", description: "Wählen Sie, was Sie erstellen möchten." },
    account: {
      title: "Mein Konto",
      description: "Ihr Name, Ihre Token und die Browser, in denen Sie angemeldet sind.",
    },
  },
  operator: { imprint: "Impressum", privacy: "Datenschutz" },
  operate: {
    title: "Betrieb",
    sections: {
      accounts: "Konten",
      polls: "Umfragen",
      reports: "Meldungen",
      mails: "Fehlgeschlagene E‑Mails",
      suppressed: "Gesperrte Adressen",
      audit: "Protokoll",
    },
    nothing: "Nichts gefunden.",
    search: "Suchen",
    find: {
      accounts: "Teil der Adresse oder des Namens",
      polls: "Teil des Titels, der Link oder die Adresse des Kontos",
    },
    reason: "Grund",
    reasonForReaders: "Grund, den alle lesen",
    save: "Speichern",
    missing: "Bitte geben Sie einen Grund mit höchstens 500 Zeichen an.",
    sentence: (max) => `Bitte schreiben Sie höchstens ${max} Zeichen.`,
    number: "Bitte geben Sie ganze Zahlen ein, oder lassen Sie die Felder leer.",
    unknown: "Das gibt es nicht mehr. Es hat sich nichts geändert.",
    service: {
      title: "Dienst",
      maintained: "Wartung: Zurzeit lässt sich nichts ändern.",
      running: "Der Dienst läuft.",
      begin: "Wartung beginnen",
      end: "Wartung beenden",
      sentence: "Satz für alle (leer: der übliche)",
      announcement: "Ankündigung auf jeder Seite (leer: keine)",
    },
    kept: {
      title: "Was wie lange aufbewahrt wird",
      closedPolls: "Geschlossene Umfragen, nach ihrem Ende",
      untilDeleted: "bis ihre Eigentümer/innen sie löschen, oder wie diese es wählen",
      atMost: (days) => `${days}, oder kürzer, wo ihre Eigentümer/innen es wählen`,
      days: (days) => (days === 1 ? "1 Tag" : `${days} Tage`),
      names: {
        unconfirmed_addresses: "E‑Mail-Adressen, die Teilnehmende nicht bestätigt haben",
        denied_requests: "Anfragen, die der Besitzer einer Adresse abgelehnt hat",
        account_sessions: "Angemeldete Browser, nach der Anmeldung",
        member_invitations: "Einladungen in Organisationen",
        freed_hashes: "Die Reservierung der Links gelöschter Umfragen",
        webhook_deliveries: "Zustellungen von Webhooks",
        merged_votes: "Stimmen, die beim Zusammenlegen von Optionen entfallen sind",
        stored_responses: "Gespeicherte Antworten, verschlüsselt, für wiederholte Anfragen",
        mail_counts: "Zählungen von E‑Mails, ohne Adressen",
      },
      others: "Protokolle und Sicherungen",
      yours: "so lange, wie Sie sie aufbewahren",
    },
    account: {
      operator: "Betreiber",
      blocked: (when) => `Gesperrt seit ${when}`,
      polls: "Umfragen",
      files: "Dateien",
      usage: (used, quota) => `${used} von ${quota}`,
      block: "Sperren",
      unblock: "Wieder zulassen",
      quotas: "Kontingente",
      quotasText: "Ein leeres Feld bedeutet: das übliche Kontingent.",
      storage: "Dateien in Megabyte",
      mails: "Einladungen per E‑Mail am Tag",
      pollQuota: "Umfragen gleichzeitig",
      invite: "Eine Adresse einladen, ein Konto zu erstellen",
      email: "E‑Mail-Adresse",
    },
    poll: {
      owner: "Konto",
      created: "Erstellt",
      takenDown: (when) => `Gesperrt am ${when}`,
      takeDown: "Sperren",
      restore: "Wiederherstellen",
    },
    report: { close: "Meldung beenden" },
    mail: {
      retry: "Noch einmal senden",
      retryAll: "Alle noch einmal senden, die durch unsere Schuld scheiterten",
      states: { queued: "wartet", failed: "gescheitert" },
    },
    suppressed: { allow: "Wieder zulassen" },
    byCommand: "Kommandozeile",
    again: {
      title: "Bitte melden Sie sich noch einmal an",
      text: "Es wurde nichts geändert. Was Sie hier tun, betrifft andere Menschen. Darum muss die Anmeldung in den letzten 30 Minuten gewesen sein.",
      button: "Noch einmal anmelden",
    },
    twoFactors: {
      title: "Bitte melden Sie sich mit einem Passkey an",
      text: "Betreiber weisen sich hier mit zwei Faktoren aus. Wenn Sie noch keinen Passkey haben, fügen Sie Ihrem Konto einen hinzu, und melden Sie sich dann damit an.",
      atProvider:
        "Betreiber weisen sich hier mit zwei Faktoren aus. Bitte melden Sie sich bei einem Anbieter an, der nach beiden fragt.",
      button: "Noch einmal anmelden",
      account: "Mein Konto",
    },
    acts: {
      "account.create": "Konto erstellt",
      "account.invite": "Adresse eingeladen, ein Konto zu erstellen",
      "account.set": "Konto geändert",
      "account.block": "Konto gesperrt",
      "account.unblock": "Konto wieder zugelassen",
      "account.quota": "Kontingente eines Kontos gesetzt",
      "account.sign_out": "Sitzungen und Token eines Kontos beendet",
      "account.token": "Token eines Kontos geändert",
      "account.export": "Daten einer Person ausgegeben",
      "account.erase": "Daten einer Person gelöscht",
      "organization.create": "Organisation erstellt",
      "organization.member": "Rolle in einer Organisation geändert",
      "poll.take_down": "Umfrage gesperrt",
      "poll.restore": "Umfrage wiederhergestellt",
      "service.maintenance": "Wartung geschaltet",
      "service.announce": "Ankündigung gesetzt",
      "mail.retry": "Fehlgeschlagene E‑Mails noch einmal gesendet",
      "mail.allow": "Gesperrte Adresse wieder zugelassen",
      "report.close": "Meldung geschlossen",
      "job.retry": "Aufgegebene Aufträge noch einmal gesendet",
      "job.delete": "Aufgegebene Aufträge gelöscht",
    },
  },
  report: {
    link: "Umfrage melden",
    ask: {
      title: "Umfrage melden",
      text: "Sagen Sie dem Betreiber dieses Dienstes, was mit dieser Umfrage nicht stimmt: zum Beispiel, dass sie betrügt, jemanden beleidigt oder Gesetze verletzt.",
      label: "Was stimmt nicht?",
      button: "Meldung senden",
      privacy: "Der Betreiber liest Ihren Text und erfährt weder Ihren Namen noch Ihre Adresse.",
      problem: (most) => `Bitte schreiben Sie 1 bis ${most} Zeichen.`,
    },
    done: {
      title: "Danke",
      text: "Der Betreiber dieses Dienstes sieht sich die Umfrage an.",
    },
  },
  errors: {
    notFound: {
      title: "Diese Seite gibt es nicht",
      text: "Bitte prüfen Sie die Adresse, oder öffnen Sie den Link in Ihrer E‑Mail noch einmal. Links zu Dateien laufen nach einer Weile ab: Laden Sie die Seite neu, die die Datei zeigt.",
    },
    malformed: {
      title: "Dieser Link ist nicht vollständig",
      text: "Bitte kopieren Sie den ganzen Link noch einmal, oder öffnen Sie ihn in Ihrer E‑Mail.",
    },
    notOurs: {
      title: "Diese Anfrage kam nicht von unserer Seite",
      text: "Es hat sich nichts geändert. Bitte öffnen Sie den Link in Ihrer E‑Mail noch einmal und drücken Sie dort den Knopf.",
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
    takenDown: {
      title: "Diese Umfrage wurde gesperrt",
      text: "Der Betreiber dieses Dienstes hat die Umfrage gesperrt.",
    },
    reason: (reason) => `Grund: ${reason}`,
    blocked: {
      title: "Ihr Konto ist gesperrt",
      text: "Der Betreiber dieses Dienstes hat Ihr Konto gesperrt. Bitte fragen Sie ihn nach dem Grund.",
    },
    maintenance: {
      title: "Wartung",
      text: "Der Dienst wird gerade gewartet. Zurzeit lässt sich nichts ändern. Bitte versuchen Sie es später noch einmal.",
    },
    reference: (id) => `Kennung: ${id}`,
    again: "Noch einmal versuchen",
    start: "Zur Startseite",
  },
  optIn: {
    confirm: {
      title: "Teilnahme bestätigen",
      titleOfSeveral: "Welche Anfrage ist von Ihnen?",
      text: (address) =>
        `Jemand möchte als ${address} an dieser Umfrage teilnehmen. Bestätigen Sie, wenn Sie das waren: Dann zählen diese Stimmen.`,
      several: (address) =>
        `Mehrere Anfragen zur Teilnahme an dieser Umfrage verwenden die Adresse ${address}. Bestätigen Sie nur Ihre eigene: Dann zählen deren Stimmen, und die anderen Anfragen bleiben unbestätigt.`,
      name: "Angegebener Name",
      nameless: "Kein Name",
      asked: "Angefragt",
      ownNetwork: "Über den Internetanschluss, den Sie gerade benutzen",
      votes: "Stimmen",
      noVotes: "Noch keine",
      more: (votes) => (votes === 1 ? "und eine weitere" : `und ${votes} weitere`),
      button: "Bestätigen",
      notMe: "Das war ich nicht",
      noneIsMine: "Keine davon ist von mir",
      notMeText:
        "Sie haben das nicht angefragt? Dann drücken Sie den unteren Knopf: Nichts wird bestätigt, und Ihre Adresse wird aus der Anfrage entfernt.",
      changed:
        "Die Anfrage hat sich geändert, seit Sie diese Seite geöffnet haben, deshalb wurde nichts bestätigt. So ist die Anfrage jetzt:",
      denied:
        "Vielen Dank. Diese Anfrage wurde nicht bestätigt. Es gibt weitere Anfragen mit Ihrer Adresse:",
    },
    denied: {
      title: "Es ist nichts bestätigt",
      text: "Sie haben gesagt, dass Sie das nicht waren. Die Anfrage wurde nicht bestätigt, und Ihre Adresse wurde daraus entfernt.",
    },
    confirmed: {
      title: "Sie sind bestätigt",
      text: "Vielen Dank, Ihre Teilnahme ist bestätigt.",
      waits:
        "Alle Plätze der Umfrage sind vergeben. Sie stehen auf der Warteliste und erhalten eine E‑Mail, sobald Sie einen Platz haben.",
      cast: (votes) =>
        votes === 1 ? "Ihre Stimme zählt jetzt." : `Ihre ${votes} Stimmen zählen jetzt.`,
      own: "Meine Stimmen ansehen",
      safe: "Sie brauchen nicht noch einmal abzustimmen.",
    },
    signUps: {
      confirm: {
        text: (address) =>
          `Jemand möchte als ${address} an dieser Umfrage teilnehmen. Bestätigen Sie, wenn Sie das waren: Dann zählen diese Eintragungen.`,
        several: (address) =>
          `Mehrere Anfragen zur Teilnahme an dieser Umfrage verwenden die Adresse ${address}. Bestätigen Sie nur Ihre eigene: Dann zählen deren Eintragungen, und die anderen Anfragen bleiben unbestätigt.`,
        votes: "Eintragungen",
      },
      confirmed: {
        cast: (count) =>
          count === 1 ? "Sie sind eingetragen." : `Sie sind für ${count} Optionen eingetragen.`,
        own: "Meine Eintragungen ansehen",
        safe: "Sie brauchen sich nicht noch einmal einzutragen.",
      },
      dropped: {
        title: "Eintragungen, die nicht zählen",
        explanation:
          "Seit Ihrer Eintragung hat sich etwas geändert, deshalb zählen diese Eintragungen nicht:",
      },
    },
    address: {
      confirm: {
        title: "Adresse bestätigen",
        text: (address) =>
          `Jemand nimmt an dieser Umfrage teil und möchte E‑Mails zum Termin an ${address} erhalten. Bestätigen Sie, wenn Sie das waren.`,
        several: (address) =>
          `Mehrere Personen nehmen an dieser Umfrage teil und möchten E‑Mails zum Termin an ${address} erhalten. Bestätigen Sie nur Ihre eigene Anfrage: Die anderen bleiben unbestätigt.`,
      },
      confirmed: {
        title: "Ihre Adresse ist bestätigt",
        text: "Vielen Dank. Sie erhalten eine E‑Mail, sobald der Termin feststeht, und wenn er sich ändert oder abgesagt wird.",
      },
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
      day: (day) => ` (${day})`,
    },
    fee: {
      text: "Die Teilnahme kostet eine Gebühr. Ihre Teilnahme zählt, sobald Sie sie bezahlt haben.",
      pay: "Gebühr bezahlen",
    },
    toPay: {
      title: "Stimmen, die auf Ihre Zahlung warten",
      pay: (what) => `„${what}“ bezahlen`,
    },
    expired: {
      title: "Dieser Link ist abgelaufen",
      text: "Links zum Bestätigen gelten sieben Tage.",
      askAgain: "Gehen Sie zurück zur Umfrage und fordern Sie dort eine neue E‑Mail an.",
    },
    ended: {
      title: "Dieser Link gilt nicht mehr",
      text: "Die E‑Mail-Adresse wurde geändert, nachdem dieser Link verschickt war. Bitte verwenden Sie den Link in der neuesten E‑Mail an die neue Adresse.",
    },
    taken: {
      title: "Diese Adresse nimmt bereits teil",
      text: "Jede Adresse kann an dieser Umfrage nur einmal teilnehmen. Diese Adresse wurde schon bestätigt, deshalb lässt sich mit ihr nichts weiter bestätigen.",
    },
    closed: {
      title: "Die Umfrage ist geschlossen",
      text: "Die Zeit zum Bestätigen ist vorbei, deshalb wurde nichts gezählt.",
    },
    unknown: {
      title: "Dieser Link ist nicht gültig",
      text: "Vielleicht wurde er nicht vollständig kopiert. Bitte öffnen Sie den Link in Ihrer E‑Mail noch einmal, oder kopieren Sie ihn ganz in die Adresszeile.",
      gone: "Wenn das nicht hilft, wurde die Umfrage oder Ihre Teilnahme inzwischen gelöscht.",
    },
    reasons: {
      option_not_found: "dafür kann nicht mehr abgestimmt werden",
      poll_closed: "die Umfrage wurde vor der Zählung geschlossen",
      voting_not_allowed: "die Umfrage nimmt keine Stimmen mehr an",
      voting_not_started: "die Abstimmung hatte noch nicht begonnen",
      jury_only: "nur die Jury stimmt ab",
      own_option: "für den eigenen Beitrag können Sie nicht abstimmen",
      option_not_votable: "dafür kann nicht mehr abgestimmt werden",
      option_not_open: "es ist noch nicht offen",
      already_voted: "Sie haben schon abgestimmt",
      rank_taken: "der Rang ist schon vergeben",
      limit: "die Höchstzahl der Stimmen ist erreicht",
      other: "es passt nicht mehr zur Umfrage, wie sie jetzt ist",
    },
    toPoll: "Zur Umfrage",
  },
  otherAddress: {
    title: "Diese Adresse funktioniert nicht",
    text: "Bitte öffnen Sie die Seite unter der Adresse unten. Wer diesen Dienst betreibt, kann weitere Adressen erlauben: Das Protokoll sagt, wie.",
  },
  unsubscribe: {
    ask: {
      title: (topic) => `E‑Mails über ${topic} abbestellen?`,
      text: (topic) => `Sie bekommen dann keine E‑Mails über ${topic} mehr.`,
      again: "In den Einstellungen der Umfrage lassen sich diese E‑Mails wieder einschalten.",
      button: "E‑Mails abbestellen",
    },
    done: {
      title: "E‑Mails abbestellt",
      text: (topic) => `Von nun an bekommen Sie keine E‑Mails über ${topic} mehr.`,
    },
    unknown: {
      title: "Dieser Link ist nicht gültig",
      text: "Vielleicht wurde er nicht vollständig kopiert, oder die Umfrage wurde gelöscht: Dann kommen ohnehin keine E‑Mails mehr.",
    },
  },
  creator: {
    button: "Bestätigen",
    ask: {
      title: "Diese Adresse bestätigen",
      text: "Wer diese Umfrage verwaltet, hat Ihre Adresse für E‑Mails über neue Beiträge angegeben. Diese E‑Mails werden nur gesendet, wenn Sie die Adresse bestätigen.",
    },
    done: {
      title: "Die Adresse ist bestätigt",
      text: "E‑Mails über neue Beiträge dieser Umfrage werden an diese Adresse gesendet, solange sie eingeschaltet sind. Jede enthält einen Link zum Abbestellen.",
    },
    expired: {
      title: "Dieser Link gilt nicht mehr",
      text: "Er ist abgelaufen, oder die Umfrage verwendet jetzt eine andere Adresse. Wer die Umfrage verwaltet, kann die Adresse über die API entfernen und neu setzen: Dann erhalten Sie eine neue E‑Mail.",
    },
    unknown: {
      title: "Dieser Link ist nicht gültig",
      text: "Vielleicht wurde er nicht vollständig kopiert, oder die Umfrage wurde gelöscht.",
    },
  },
  optOut: {
    ask: {
      title: "E‑Mails über Umfragen abbestellen?",
      text: "Sie entscheiden, welche E‑Mails über Umfragen an diese Adresse gesendet werden: Einladungen, Erinnerungen, Bitten um die Bestätigung einer Adresse für neue Beiträge und Neues über Termine, Plätze, Ergebnisse und Ideen. E‑Mails, die Sie selbst anfordern, zum Beispiel zur Bestätigung Ihrer Adresse, werden weiterhin gesendet.",
    },
    all: {
      title: "Keine E‑Mails über Umfragen mehr",
      text: "Wir senden an diese Adresse zu keiner Umfrage mehr Einladungen, Erinnerungen, Bitten um die Bestätigung einer Adresse für neue Beiträge oder Neues über Termine, Plätze, Ergebnisse und Ideen.",
      button: "E‑Mails über alle Umfragen abbestellen",
    },
    poll: {
      title: "Keine E‑Mails über diese Umfrage mehr",
      text: "Wir senden an diese Adresse zu dieser Umfrage keine Einladungen, Erinnerungen, Bitten um die Bestätigung einer Adresse für neue Beiträge und nichts Neues über Termine, Plätze, Ergebnisse und Ideen mehr.",
      button: "E‑Mails über diese Umfrage abbestellen",
    },
    none: {
      title: "E‑Mails sind wieder erlaubt",
      text: "An diese Adresse dürfen wieder E‑Mails über Umfragen gesendet werden.",
      button: "E‑Mails wieder erlauben",
    },
    unknown: {
      title: "Dieser Link ist nicht gültig",
      text: "Vielleicht wurde er nicht vollständig kopiert.",
    },
  },
  signIn: {
    ask: {
      title: "Anmelden",
      text: "Drücken Sie den Knopf, um sich mit diesem Browser anzumelden.",
      button: "Jetzt anmelden",
      withPoll:
        "Mit einem Knopfdruck melden Sie sich mit diesem Browser an und erstellen diese Umfrage:",
      withoutPoll: "Ohne diese Umfrage anmelden",
      tokens: "Neue Zugangs-Token für Programme",
      tokensText:
        "Wir speichern Token so, dass niemand sie lesen kann. Hier können Sie ein neues Token erstellen; es ersetzt das alte.",
      private: {
        title: "Privates Token",
        text: "Es handelt in Ihrem Namen. Programme, die das bisherige Token verwenden, funktionieren dann nicht mehr.",
        button: "Neues privates Token erstellen",
      },
      public: {
        title: "Öffentliches Token",
        text: "Es gehört in Ihre Webseiten. Seiten mit dem bisherigen Token funktionieren nicht mehr, bis Sie dort das neue einsetzen.",
        button: "Neues öffentliches Token erstellen",
      },
    },
    newPoll: {
      title: "Umfrage erstellen",
      button: "Umfrage erstellen",
      notMine:
        "Ist das nicht Ihre Umfrage? Dann lassen Sie sie weg: Vielleicht hat eine andere Person Ihre Adresse eingegeben.",
      refused: {
        title: "Ihre Umfrage wurde nicht erstellt",
        text: "Sie sind angemeldet, aber der Dienst hat die Umfrage nicht angenommen.",
      },
      failed: {
        title: "Ihre Umfrage wurde nicht erstellt",
        text: "Sie sind angemeldet, aber die Umfrage kann jetzt nicht erstellt werden. Ihre Eingaben sind noch in dem Tab, in dem Sie sie gemacht haben: Melden Sie sich auch dort an, und erstellen Sie die Umfrage noch einmal.",
        button: "Meine Umfragen",
      },
    },
    done: {
      private: "Ihr neues privates Token",
      public: "Ihr neues öffentliches Token",
      text: "Kopieren Sie es jetzt: Es wird nur dieses eine Mal gezeigt.",
    },
    expired: {
      title: "Dieser Link gilt nicht mehr",
      text: "Links zur Anmeldung gelten 30 Minuten und lassen sich einmal verwenden. Bitte fordern Sie einen neuen an.",
      button: "Neuen Link anfordern",
    },
  },
  signUp: {
    ask: {
      title: "Konto erstellen",
      text: "Mit einem Konto erstellen und ändern Sie Umfragen und sehen ihre Ergebnisse.",
      button: "Konto erstellen",
      withPoll: "Mit einem Knopfdruck erstellen Sie Ihr Konto für diese Adresse und diese Umfrage:",
      withoutPoll: "Nur das Konto erstellen",
      notMe:
        "Sie haben das nicht angefordert? Dann verlassen Sie diese Seite: Es wurde nichts erstellt.",
    },
    done: {
      title: "Ihr Konto ist bereit",
      signedIn: "Sie sind angemeldet.",
      button: "Erste Umfrage erstellen",
      tokens: "Zugangs-Token für Ihre Programme",
      text: "Kopieren Sie jetzt beide Token: Sie werden nur dieses eine Mal gezeigt.",
      private: "Es handelt in Ihrem Namen. Halten Sie es geheim.",
      public: "Es gehört in Ihre Webseiten und handelt für die Menschen, die sie besuchen.",
    },
    taken: {
      title: "Diese Adresse hat schon ein Konto",
      text: "Es wurde inzwischen mit einem anderen Link erstellt. Wenn Sie seine Token nicht haben, fordern Sie bitte einen neuen Link an und erstellen Sie dort neue Token.",
    },
  },
  join: {
    title: (organization) => `„${organization}“ beitreten?`,
    text: (inviter) =>
      `${inviter} lädt Sie ein, in dieser Organisation gemeinsam Umfragen zu machen. Ihre Mitglieder sehen dann Ihren Namen und Ihre Adresse.`,
    roles: {
      owner: "Die Organisation gehört dann auch Ihnen: Sie dürfen alles.",
      admin: "Sie verwalten dann ihre Mitglieder und alle ihre Umfragen.",
      member: "Sie machen dort Umfragen und verwalten Ihre eigenen.",
    },
    button: "Beitreten",
    account: "Wenn Sie noch kein Konto haben, wird eines für diese Adresse erstellt.",
    done: (organization) => `Sie sind Mitglied von „${organization}“`,
    next: "Melden Sie sich mit dieser Adresse an, um ihre Umfragen zu sehen.",
    signIn: "Anmelden",
    expired: {
      title: "Diese Einladung gilt nicht mehr",
      text: "Sie wurde verwendet, ist älter als 7 Tage oder wurde zurückgenommen. Bitten Sie um eine neue.",
    },
    closed: {
      title: "Dieser Dienst erstellt keine neuen Konten",
      text: "Wer ein Konto bekommt, entscheidet der Betreiber des Dienstes. Fragen Sie dort nach und öffnen Sie diesen Link dann noch einmal.",
    },
  },
  provider: {
    back: "Zurück zur Anmeldung",
    backToPoll: "Zurück zur Umfrage",
    proof: {
      text: (name) =>
        `Jede Person nimmt einmal teil. Um teilzunehmen, melden Sie sich mit ${name} an; die Umfrage erfährt nicht, wer Sie sind.`,
      button: (name) => `Mit ${name} anmelden`,
      done: (name) =>
        `Sie nehmen als Person teil, die ${name} kennt; die Umfrage erfährt nicht, wer Sie sind.`,
      end: "Von dieser Umfrage abmelden",
      missing:
        "Um teilzunehmen, meldet man sich bei einem Anbieter an, den dieser Dienst nicht mehr hat. Bitte fragen Sie, wer die Umfrage erstellt hat.",
    },
    expired: {
      title: "Diese Anmeldung ist nicht mehr gültig",
      text: "Sie hat länger als 10 Minuten gedauert oder in einem anderen Browser begonnen. Bitte beginnen Sie noch einmal.",
    },
    unknown: {
      title: "Diese Art der Anmeldung gibt es nicht",
      text: "Vielleicht hat der Betreiber die Arten der Anmeldung geändert. Bitte beginnen Sie noch einmal.",
    },
    unreachable: {
      title: (name) => `${name} ist nicht erreichbar`,
      text: (name) =>
        `Der Dienst hat bei ${name} angefragt und keine Antwort bekommen. Bitte versuchen Sie es in einigen Minuten noch einmal.`,
    },
    declined: {
      title: () => "Sie sind nicht angemeldet",
      text: (name) =>
        `${name} hat nicht bestätigt, wer Sie sind, oder Sie haben die Anmeldung dort abgebrochen.`,
    },
    unusable: {
      title: () => "Die Anmeldung hat nicht geklappt",
      text: (name) =>
        `Die Antwort von ${name} ist nicht brauchbar. Bitte versuchen Sie es noch einmal. Wenn es wieder geschieht, fragen Sie den Betreiber, der den Grund im Protokoll findet.`,
    },
    unverified: {
      title: "Ihre Adresse ist nicht bestätigt",
      text: (name) =>
        `Ihr Konto wird über seine E‑Mail-Adresse gefunden, und ${name} sagt nicht, dass Ihre geprüft ist. Bestätigen Sie Ihre Adresse dort und melden Sie sich dann noch einmal an.`,
    },
    closed: {
      title: "Zu Ihrer Adresse gibt es kein Konto",
      text: (name) =>
        `${name} hat Ihre Adresse bestätigt, aber wer ein Konto bekommt, entscheidet der Betreiber. Bitte fragen Sie dort.`,
    },
    only: {
      title: "Links in E‑Mails melden hier nicht an",
      text: "Konten dieses Dienstes melden sich auf andere Weise an.",
      button: "Anmelden",
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
      text: "Die Bezahlseite wird geöffnet. Diese Seite geht von selbst weiter.",
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
      text: "Unser Zahlungsdienstleister nimmt diese Zahlung nicht an, und ein neuer Versuch hilft nicht. Es wurde nichts abgebucht. Bitte informieren Sie den Anbieter der Umfrage.",
    },
    again: {
      title: "Noch nicht bezahlt",
      text: "Die Zahlung wurde nicht abgeschlossen. Es wurde nichts abgebucht.",
      button: "Noch einmal versuchen",
    },
    paid: {
      title: "Bezahlt, vielen Dank",
      votes: (votes) =>
        votes === 1 ? "Ihre gekaufte Stimme zählt." : `Ihre ${votes} gekauften Stimmen zählen.`,
      voting_fee: "Ihre Stimmen zählen.",
      held: "Ihre Stimmen zählen, sobald Sie Ihre E‑Mail-Adresse bestätigt haben.",
      submission_fee: "Ihr Beitrag ist bezahlt.",
      donation: "Vielen Dank für Ihre Spende.",
    },
    rejected: {
      title: "Sie bekommen Ihr Geld zurück",
      text: "Ihre Zahlung kam zu spät, um verwendet zu werden. Sie bekommen alles zurück; das kann einige Tage dauern.",
    },
    refund_failed: {
      title: "Ihre Erstattung verzögert sich",
      text: "Ihre Zahlung kann nicht verwendet werden und konnte noch nicht erstattet werden. Wir versuchen es weiter. Bitte fragen Sie den Herausgeber der Umfrage, wenn Sie Ihr Geld nicht in einigen Tagen bekommen.",
    },
    refunded: {
      title: "Erstattet",
      text: "Diese Zahlung wurde erstattet. Was damit bezahlt war, zählt nicht mehr.",
    },
    disputed: {
      title: "Diese Zahlung ist angefochten",
      text: "Ihre Bank hat die Zahlung angefochten. Was damit bezahlt war, zählt nicht, bis das geklärt ist.",
    },
    replaced: {
      title: "Diese Zahlung wird nicht mehr gebraucht",
      text: "Was Sie bezahlen wollten, hat sich geändert oder wurde entfernt. Hier kann nichts mehr bezahlt werden.",
    },
    full: {
      title: "Es ist kein Platz mehr frei",
      text: "Der Platz war einige Stunden für Sie vorgemerkt und ist jetzt an jemand anderen vergeben. Es wurde nichts abgebucht. Wenn ein Platz frei wird, können Sie auf dieser Seite wieder bezahlen.",
    },
    paused: {
      title: "Das kann gerade nicht bezahlt werden",
      text: "Der Anbieter kann zurzeit keine Zahlungen annehmen. Es wurde nichts abgebucht. Bitte versuchen Sie es später noch einmal.",
    },
    closed: { title: "Die Umfrage ist geschlossen", text: "Es kann nichts mehr bezahlt werden." },
    unknown: {
      title: "Diese Zahlung wurde nicht gefunden",
      text: "Vielleicht wurde der Link nicht vollständig kopiert. Bitte öffnen Sie ihn noch einmal dort, wo Sie ihn gefunden haben.",
    },
    toPoll: "Zur Umfrage",
  },
  connect: {
    button: "Weiter bei unserem Zahlungsdienstleister",
    again: "Erneut versuchen",
    preparing: {
      title: "Einen Moment bitte",
      text: "Die Seite unseres Zahlungsdienstleisters wird geöffnet. Diese Seite geht von selbst weiter.",
    },
    open: {
      title: "Geld selbst empfangen",
      text: "Auf der nächsten Seite fragt unser Zahlungsdienstleister, wer Sie sind und wohin das Geld gehen soll. Wir sehen Ihre Bankdaten nicht.",
    },
    unfinished: {
      title: "Noch nicht fertig",
      text: "Unser Zahlungsdienstleister braucht noch Angaben. Bis dahin können Ihre Umfragen nichts verkaufen.",
    },
    checking: {
      title: "Ihr Konto wird geprüft",
      text: "Wir fragen bei unserem Zahlungsdienstleister nach. Diese Seite geht von selbst weiter. Wenn Angaben fehlen, ergänzen Sie sie dort.",
    },
    ready: {
      title: "Ihr Konto ist verbunden",
      text: "Das Geld Ihrer Umfragen geht auf Ihr Konto bei unserem Zahlungsdienstleister.",
    },
    restricted: {
      title: "Ihr Konto kann keine Zahlungen empfangen",
      text: "Unser Zahlungsdienstleister hat Ihr Konto angehalten und braucht weitere Angaben. Bis dahin können Ihre Umfragen nichts verkaufen.",
    },
    payments_refused: {
      title: "Ihr Konto kann keine Zahlungen empfangen",
      text: "Unser Zahlungsdienstleister lehnt Zahlungen an Ihr Konto ab. Bitte fragen Sie den Betreiber dieses Dienstes. Der Grund ist:",
    },
    refused: {
      title: "Das Konto konnte nicht eröffnet werden",
      text: "Unser Zahlungsdienstleister eröffnet dieses Konto nicht. Bitte fragen Sie den Betreiber dieses Dienstes.",
    },
    ended: {
      title: "Dieses Konto ist getrennt",
      text: "Das Geld Ihrer Umfragen geht an den Betreiber dieses Dienstes.",
    },
    unknown: {
      title: "Dieser Link ist nicht gültig",
      text: "Vielleicht wurde der Link nicht vollständig kopiert. Bitte öffnen Sie ihn noch einmal dort, wo Sie ihn gefunden haben.",
    },
  },
};
