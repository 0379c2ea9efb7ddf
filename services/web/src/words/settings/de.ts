import type { SettingWords } from "./en";

export const de: SettingWords = {
  groups: {
    voting: "Abstimmen",
    participants: "Teilnehmende",
    submissions: "Was Teilnehmende hinzufügen",
    results: "Ergebnisse",
    time: "Beginn und Ende",
    files: "Dateien",
    legal: "Anbieter, Bedingungen und Datenschutz",
    money: "Geld",
    looks: "Aussehen und eigene Seiten",
  },
  settings: {
    vote_type: [
      "Art der Stimme",
      "Wie Teilnehmende über eine Option abstimmen. Nach der ersten Stimme lässt sich das nicht mehr ändern.",
    ],
    option_type: [
      "Art der Option",
      "Worüber Teilnehmende abstimmen. Nach der ersten Option lässt sich das nicht mehr ändern.",
    ],
    allow_voting: ["Stimmen annehmen", "Ob die Umfrage überhaupt Stimmen annimmt."],
    vote_limit_per_voter: [
      "Grenze je Person",
      "Über wie viele Optionen eine Person abstimmen kann, oder wie viele Punkte sie hat. Leer: keine Grenze, oder 10 Punkte.",
    ],
    vote_limit_per_voter_min: [
      "Mindestzahl je Person",
      "Wie viele Stimmen eine Person abgeben oder wie viele Punkte sie vergeben muss. Mit derselben Zahl als Grenze genau so viele. Leer: keine.",
    ],
    vote_limit_per_option: [
      "Höchstwert",
      "Der höchste Wert einer Stimme, zum Beispiel die Anzahl der Sterne.",
    ],
    vote_limit_per_option_min: [
      "Mindestwert",
      "Der niedrigste Wert einer Stimme. Er darf unter null liegen.",
    ],
    limit_per_option_type: [
      "Plätze je Option",
      "Wie viele Teilnehmende dieselbe Option wählen können.",
    ],
    limit_per_option: [
      "Anzahl der Plätze",
      "Wie viele Teilnehmende eine Option wählen können, wenn die Grenze für alle Optionen gleich ist.",
    ],
    vote_per_day: ["Jeden Tag abstimmen", "Ob Teilnehmende jeden Tag erneut abstimmen können."],
    voting_categories: [
      "Kategorien",
      "Teilnehmende stimmen über jede Option in jeder dieser Kategorien einmal ab.",
    ],
    option_vote_requirement: [
      "Notwendige Antworten",
      "Welche Antworten Teilnehmende eines Fragebogens vor dem nächsten Schritt geben müssen.",
    ],
    require_all_dots: [
      "Alle Punkte vergeben",
      "Teilnehmende sind erst fertig, wenn sie alle ihre Punkte vergeben haben.",
    ],
    final_votes: [
      "Endgültige Stimmen",
      "Ob Teilnehmende ihre Stimmen weder ändern noch zurücknehmen können. Sie wählen zuerst aus und geben dann alle Stimmen auf einmal ab.",
    ],
    prevent_vote_for_own_options: [
      "Keine Stimmen für Eigenes",
      "Ob Teilnehmende nicht über Optionen abstimmen können, die sie selbst hinzugefügt haben.",
    ],
    randomize_options: [
      "Optionen mischen",
      "Ob alle Teilnehmenden die Optionen in einer anderen Reihenfolge sehen.",
    ],
    default_sort: [
      "Reihenfolge der Optionen",
      "Die Reihenfolge, in der die Optionen aufgelistet sind.",
    ],
    allow_change_sort: [
      "Sortieren erlauben",
      "Ob Teilnehmende eine andere Reihenfolge wählen können.",
    ],
    options_per_page: [
      "Optionen je Seite",
      "Wie viele Optionen die Liste auf einmal zeigt, von 1 bis 100.",
    ],
    require_voter_name: ["Nach dem Namen fragen", "Ob Teilnehmende einen Namen angeben müssen."],
    anonymize_voter_names: [
      "Namen ersetzen",
      "Ob alle statt des angegebenen Namens einen erfundenen sehen. Angegebene Namen werden nicht gespeichert.",
    ],
    additional_attributes: [
      "Weitere Felder",
      "Was Teilnehmende sonst noch ausfüllen, bevor sie abstimmen.",
    ],
    participant_limit: [
      "Plätze",
      "Wie viele Personen teilnehmen können. Wer später kommt, wartet und rückt nach, sobald ein Platz frei ist. Leer: beliebig viele.",
    ],
    participant_limitation_type: [
      "Wie oft jemand teilnehmen kann",
      "Ob jede Person, jeder Internetanschluss oder jede Einladung nur einmal teilnehmen kann.",
    ],
    access_by_provider: [
      "Anmelden zum Teilnehmen",
      "Ob Teilnehmende sich anmelden, damit jede Person einmal teilnimmt. Die Umfrage erfährt nicht, wer sie sind.",
    ],
    double_opt_in: [
      "Adresse bestätigen",
      "Ob Stimmen erst zählen, wenn die Person ihre E-Mail-Adresse bestätigt hat.",
    ],
    restricted_double_opt_in_domains: [
      "Domains der Adressen",
      "Nur Personen mit Adressen dieser Domains können teilnehmen. Leer: alle Domains.",
    ],
    jury_mode: ["Nur die Jury", "Ob nur Mitglieder der Jury abstimmen können."],
    restrict_view_access: [
      "Lesen beschränken",
      "Ob zum Lesen dasselbe nötig ist wie zum Abstimmen: das Passwort, ein Platz in der Jury oder eine Einladung.",
    ],
    hidden_participants: ["Teilnehmende verbergen", "Ob Teilnehmende einander nicht sehen."],
    allow_new_rows: [
      "Neue Zeilen einer Tabelle",
      "Ob Teilnehmende einer Tabelle ihre Zeile hinzufügen können.",
    ],
    public_admin_link: [
      "Verwalten mit dem Link",
      "Ob alle, die den Link zum Verwalten haben, die Umfrage verwalten dürfen. Sonst dürfen das nur Eigentümer/innen.",
    ],
    allowed_hosts: [
      "Webseiten",
      "Nur Seiten dieser Hosts dürfen die Umfrage verwenden und einbetten, zum Beispiel *.example.org. Leer: alle.",
    ],
    disable_participant_sign_up: [
      "Kein persönlicher Link per E-Mail",
      "Ob sich Teilnehmende den Link für ihre anderen Geräte nicht an eine Adresse schicken lassen können.",
    ],
    allow_new_options: [
      "Optionen von Teilnehmenden",
      "Ob Teilnehmende Optionen hinzufügen können.",
    ],
    require_approval: [
      "Erst freigeben",
      "Ob hinzugefügte Optionen verborgen sind, bis Sie sie freigeben.",
    ],
    option_limit: [
      "Optionen je Person",
      "Wie viele Optionen eine Person hinzufügen kann. Leer: beliebig viele.",
    ],
    notify_votes: ["E-Mail über Stimmen", "Wann Sie eine E-Mail über neue Stimmen erhalten."],
    notify_result: [
      "Ergebnis mitteilen",
      "Ob Teilnehmende mit bestätigter Adresse eine E-Mail erhalten, wenn die Umfrage endet.",
    ],
    notify_state_changes: [
      "Neue Bearbeitung mitteilen",
      "Ob Teilnehmende mit bestätigter Adresse, die für eine Idee gestimmt haben, eine E-Mail mit Ihrer Nachricht erhalten, wenn sich deren Bearbeitung ändert.",
    ],
    notify_new_options: [
      "E-Mail an mich",
      "Ob Sie eine E-Mail erhalten, wenn Teilnehmende Optionen hinzufügen.",
    ],
    require_author_name: [
      "Nach Autor/in fragen",
      "Ob Teilnehmende beim Hinzufügen einer Option den Namen der Autorin oder des Autors angeben müssen.",
    ],
    hidden_author_name: [
      "Autor/in verbergen",
      "Ob die Namen von Autorinnen und Autoren für andere verborgen sind.",
    ],
    allow_description: [
      "Beschreibungen",
      "Ob Teilnehmende beschreiben können, was sie hinzufügen.",
    ],
    require_description: [
      "Nach einer Beschreibung fragen",
      "Ob Teilnehmende beschreiben müssen, was sie hinzufügen.",
    ],
    allow_subtitle: ["Untertitel", "Ob Teilnehmende einen Untertitel angeben können."],
    allow_info_link: ["Links", "Ob Teilnehmende einen Link angeben können."],
    additional_option_attributes: [
      "Weitere Felder",
      "Was Teilnehmende sonst noch ausfüllen, wenn sie eine Option hinzufügen.",
    ],
    state_labels: [
      "Namen der Zustände",
      "Wie die Zustände der Ideen heißen. Leer: wie im Feld angezeigt.",
    ],
    default_states: [
      "Zustand neuer Ideen",
      "Der Zustand einer Idee, bis Sie ihr einen anderen geben.",
    ],
    allow_group_submissions: ["Fotoserien", "Ob ein Beitrag mehrere Fotos haben kann."],
    group_submission_max_entries: [
      "Fotos je Serie",
      "Wie viele Fotos eine Serie höchstens hat. Leer: 20.",
    ],
    results_visible: [
      "Teilnehmende sehen Ergebnisse",
      "Ab wann Teilnehmende die Ergebnisse und die Stimmen der anderen sehen.",
    ],
    hidden_best_rating: [
      "Sieger verbergen",
      "Ob die Ergebnisse nicht zeigen, welche Option in Führung liegt.",
    ],
    hide_options: [
      "Hinzugefügtes verbergen",
      "Ob Teilnehmende die Optionen anderer erst sehen, wenn die Zeit zum Hinzufügen endet.",
    ],
    public_answers: [
      "Antworten zeigen",
      "Ob Teilnehmende eines Fragebogens die Antworten anderer lesen können.",
    ],
    counting_method: [
      "Zählverfahren",
      "Wie aus den Stimmen ein Ergebnis wird. Teilnehmende sehen den Namen des Verfahrens, und die Ergebnisse zeigen jeden Schritt der Zählung.",
    ],
    seats: ["Zahl der Gewählten", "Wie viele Optionen gewählt werden. Leer: eine."],
    tie_break: [
      "Gleichstand",
      "Was zwischen Optionen entscheidet, die in einem Schritt der Zählung gleich sind.",
    ],
    target: ["Ziel", "Welche Option die Ergebnisse hervorheben."],
    rating_method: [
      "Durchschnitt",
      "Durch wie viele Personen die Summe einer Option geteilt wird.",
    ],
    start_date_voting: ["Abstimmen beginnt", "Ab wann die Umfrage Stimmen annimmt. Leer: sofort."],
    deadline_voting: ["Abstimmen endet", "Wann sich die Umfrage automatisch schließt. Leer: nie."],
    options_visible_before_voting: [
      "Optionen vor dem Beginn zeigen",
      "Ob Teilnehmende die Optionen vor dem Beginn sehen.",
    ],
    start_date_submission: [
      "Hinzufügen beginnt",
      "Ab wann Teilnehmende Optionen hinzufügen können. Leer: sofort.",
    ],
    deadline_submission: [
      "Hinzufügen endet",
      "Bis wann Teilnehmende Optionen hinzufügen können. Leer: kein Ende.",
    ],
    timezone: ["Zeitzone", "Die Zeitzone der Umfrage, zum Beispiel Europe/Berlin."],
    delete_after_days: [
      "Löschen nach Tagen",
      "Wie viele Tage nach ihrem Ende die Umfrage gelöscht wird. Sie erhalten vorher eine E-Mail. Leer: wie bei allen geschlossenen Umfragen dieses Dienstes.",
    ],
    allow_attachments: [
      "Herunterladen",
      "Ob alle die ursprünglichen Dateien herunterladen können.",
    ],
    show_metadata: ["Kameradaten", "Ob alle Kamera, Objektiv und Belichtung von Fotos sehen."],
    hidden_image_name: [
      "Namen von Bildern verbergen",
      "Ob Namen von Bildern vor anderen verborgen sind.",
    ],
    file_size_max_mb: ["Höchste Dateigröße (MB)", "Wie groß eine Datei höchstens sein darf."],
    file_size_min_mb: ["Kleinste Dateigröße (MB)", "Wie groß eine Datei mindestens sein muss."],
    image_orientation: ["Form der Bilder", "Welche Bilder angenommen werden, nach ihrer Form."],
    image_min_width: ["Mindestbreite", "Die Mindestbreite von Bildern, in Pixeln."],
    image_min_height: ["Mindesthöhe", "Die Mindesthöhe von Bildern, in Pixeln."],
    image_min_smallest_side_length: [
      "Mindestlänge der kürzeren Seite",
      "Die Mindestlänge der kürzeren Seite von Bildern, in Pixeln.",
    ],
    publisher: ["Anbieter", "Wer die Umfrage veranstaltet. Das steht auf Seiten und in E-Mails."],
    publisher_email: ["Adresse des Anbieters", "Eine E-Mail-Adresse für Fragen."],
    publisher_info: [
      "Impressum",
      "Das steht in E-Mails und auf Seiten zum Bestätigen und Bezahlen.",
    ],
    terms: ["Teilnahmebedingungen", "Die Bedingungen, die Teilnehmende annehmen."],
    terms_for_voters: [
      "Teilnehmende nehmen die Bedingungen an",
      "Ob Teilnehmende die Bedingungen annehmen müssen.",
    ],
    terms_for_option_creators: [
      "Autor/innen nehmen die Bedingungen an",
      "Ob Personen, die Optionen hinzufügen, die Bedingungen annehmen müssen.",
    ],
    privacy_policy: [
      "Datenschutzerklärung",
      "Die Datenschutzerklärung, die Teilnehmende annehmen.",
    ],
    privacy_policy_for_voters: [
      "Teilnehmende nehmen die Datenschutzerklärung an",
      "Ob Teilnehmende die Datenschutzerklärung annehmen müssen.",
    ],
    privacy_policy_for_option_creators: [
      "Autor/innen nehmen die Datenschutzerklärung an",
      "Ob Personen, die Optionen hinzufügen, die Datenschutzerklärung annehmen müssen.",
    ],
    voting_fee_type: [
      "Was Abstimmen kostet",
      "Ob Teilnehmende für die Teilnahme zahlen, für jede Stimme zahlen oder spenden können.",
    ],
    voting_fee: [
      "Preis",
      "Was die Teilnahme oder eine Stimme kostet, oder die vorgeschlagene Spende.",
    ],
    voting_fee_title: ["Wofür der Preis ist", "Das sehen Personen, die bezahlen."],
    submission_fee_type: [
      "Was Hinzufügen kostet",
      "Ob Teilnehmende für eine hinzugefügte Option zahlen oder spenden können.",
    ],
    submission_fee: [
      "Preis des Hinzufügens",
      "Was das Hinzufügen kostet, oder die vorgeschlagene Spende.",
    ],
    submission_fee_title: ["Wofür dieser Preis ist", "Das sehen Personen, die bezahlen."],
    allow_share: [
      "Teilen",
      "Die Dankesseite nach der Stimmabgabe hat einen Knopf zum Teilen der Umfrage.",
    ],
    allow_search: ["Suche", "Lange Listen haben ein Suchfeld."],
    allow_comments: ["Kommentare", "Ob Teilnehmende Optionen kommentieren können."],
    private_comments: [
      "Private Kommentare",
      "Kommentare lesen nur ihre Verfasser und wer die Umfrage verwaltet.",
    ],
    show_as_list: [
      "Als Liste",
      "Ob Galerien und Kalender ihre Optionen als Liste zeigen, eine unter der anderen.",
    ],
    hide_tags: [
      "Schlagwörter verbergen",
      "Ob Schlagwörter von Optionen vor Teilnehmenden verborgen sind.",
    ],
    dot_vote_icon: ["Aussehen der Punkte", "Das Zeichen neben der Zahl der Punkte."],
    advent_calendar_shape: ["Aussehen der Türen", "Wie geschlossene Türen aussehen."],
    theme: ["Farbe", "Die Farbe der Seiten der Umfrage."],
    title_font: ["Schrift der Titel", "Die Schrift der Titel auf den Seiten der Umfrage."],
    effect: [
      "Effekt",
      "Eine Animation über den Seiten der Umfrage. Geräte, die weniger Bewegung verlangen, zeigen sie nicht.",
    ],
    photo_gallery_layout: [
      "Anordnung der Fotos",
      "Wie eine Galerie ihre Bilder anordnet. Automatisch: in Spalten, oder im Raster, wenn Bilder ihren Rahmen füllen.",
    ],
    photo_gallery_image_mode: [
      "Rahmen der Fotos",
      "Ob ein Raster ganze Bilder zeigt oder sie zuschneidet, damit sie ihren Rahmen füllen.",
    ],
    photo_gallery_full_width: [
      "Fotos in voller Breite",
      "Ob eine Galerie so breit wie das Fenster ist.",
    ],
    show_photo_info_by_default: [
      "Angaben zu Fotos offen",
      "Ob die Einzelheiten unter einem Bild in voller Größe zuerst offen sind.",
    ],
    thank_you_page: [
      "Dankesseite nach der Stimmabgabe",
      "Nach der Stimmabgabe oder nach dem letzten Schritt erscheint Ihr eigener Text.",
    ],
    thank_you_page_data: ["Inhalt der Dankesseite", "Überschrift, Text und Link auf dieser Seite."],
    thank_you_page_submitter: [
      "Dankesseite nach dem Hinzufügen",
      "Wer etwas einreicht, sieht Ihren eigenen Text.",
    ],
    thank_you_page_submitter_data: [
      "Inhalt der Seite nach dem Hinzufügen",
      "Überschrift, Text und Link auf dieser Seite.",
    ],
    social_media_title: [
      "Titel in sozialen Medien",
      "Der Titel von Links zur Umfrage. Leer: der Titel der Umfrage.",
    ],
    social_media_description: [
      "Text in sozialen Medien",
      "Der Text von Links zur Umfrage. Leer: die Beschreibung der Umfrage.",
    ],
    social_media_image_data: [
      "Bild in sozialen Medien",
      "Das Bild von Links zur Umfrage. Ohne Bild zeichnet der Dienst eines mit dem Titel.",
    ],
    indexing: ["Suchmaschinen", "Ob Suchmaschinen die Seiten der Umfrage aufnehmen dürfen."],
    forward_url_parameters: [
      "URL-Parameter weitergeben",
      "Ob der Link der Dankesseite Parameter der Adresse erhält und Felder mit diesem Titel ausgefüllt sind.",
    ],
    forwarded_url_parameters: [
      "Weitergegebene Parameter",
      "Die Namen der Parameter, die weitergegeben werden, höchstens 20.",
    ],
    white_label: [
      "Ohne Marke",
      "Name, Logo und Farbe des Betreibers erscheinen nicht auf Seiten und in E-Mails für Teilnehmende.",
    ],
  },
  choices: {
    notify_votes: {
      each_vote: "Wenige Minuten nach jeder Stimme",
      daily: "Einmal am Tag",
      all_answered: "Wenn alle Eingeladenen abgestimmt haben",
    },
    option_type: {
      "Options::TextOption": "Text",
      "Options::DateOption": "Datum",
      "Options::DatetimeOption": "Datum und Uhrzeit",
      "Options::DateRangeOption": "Zeitraum von Tagen",
      "Options::TimeRangeOption": "Zeitraum mit Uhrzeit",
      "Options::ImageOption": "Bild",
      "Options::FileOption": "Datei",
      "Options::DrawingOption": "Zeichnung",
      "Options::LocationOption": "Ort",
      "Options::SurveyStep": "Schritt eines Fragebogens",
      "Options::InputOption": "Frage",
      "Options::PhotoOption": "Foto",
      "Options::VideoOption": "Video",
      "Options::AudioOption": "Aufnahme",
      "Options::AdventCalendarOption": "Tür",
    },
    default_sort: {
      "options.position asc": "Wie ich sie sortiere",
      "options.average_rating desc": "Bester Durchschnitt zuerst",
      "options.rating desc": "Höchste Summe zuerst",
      "options.created_at desc": "Neueste zuerst",
      "options.created_at asc": "Älteste zuerst",
      "options.content asc": "In alphabetischer Reihenfolge",
    },
    limit_per_option_type: {
      no_limit: "Beliebig viele",
      limit_for_all: "Für alle Optionen gleich",
      limit_individual: "Jede Option hat ihre eigene Zahl",
    },
    option_vote_requirement: {
      optional: "Wo ein Schritt oder eine Frage es verlangt",
      all_options: "Alle",
    },
    participant_limitation_type: {
      check_nothing: "Beliebig oft",
      check_user: "Einmal je Person",
      check_ip: "Einmal je Internetanschluss",
      check_invitation: "Einmal je Einladung",
    },
    access_by_provider: {
      facebook: "Mit Facebook",
      oidc: "Mit der ersten Anmeldung dieses Dienstes",
      oidc_2: "Mit der zweiten Anmeldung dieses Dienstes",
      oidc_3: "Mit der dritten Anmeldung dieses Dienstes",
    },
    target: {
      best_option: "Die beste Option",
      best_distribution: "Die beste Verteilung der Teilnehmenden",
      lowest_resistance: "Der geringste Widerstand",
    },
    results_visible: {
      always: "Immer",
      after_own_vote: "Nach der eigenen Stimme",
      after_closing: "Sobald die Umfrage geschlossen ist",
      never: "Nie",
    },
    rating_method: {
      average_by_voted: "Alle, die über die Option abgestimmt haben",
      average_by_all: "Alle, die abgestimmt haben",
    },
    image_orientation: {
      all: "Beliebig",
      landscape: "Querformat",
      portrait: "Hochformat",
      square: "Quadrat",
    },
    voting_fee_type: {
      voting_fee: "Eine Gebühr für die Teilnahme",
      voting_sell_votes: "Jede Stimme wird gekauft",
      voting_donation: "Eine Spende",
    },
    submission_fee_type: { submission_fee: "Eine Gebühr", submission_donation: "Eine Spende" },
    advent_calendar_shape: { number: "Zahlen", door: "Türen" },
    dot_vote_icon: { dot: "Punkte", star: "Sterne", heart: "Herzen", coin: "Münzen" },
    theme: {
      red: "Rot",
      orange: "Orange",
      amber: "Bernstein",
      lime: "Limette",
      green: "Grün",
      teal: "Petrol",
      cyan: "Türkis",
      blue: "Blau",
      indigo: "Indigo",
      violet: "Violett",
      magenta: "Magenta",
      rose: "Rosa",
    },
    title_font: { modern: "Modern", serif: "Mit Serifen", system: "Die des Geräts" },
    effect: { snow: "Schnee", fireflies: "Glühwürmchen" },
    photo_gallery_image_mode: { contain: "Ganzes Bild", cover: "Rahmen füllen" },
    photo_gallery_layout: { auto: "Automatisch", grid: "Raster", masonry: "Mauerwerk" },
  },
};
