import type { SettingWords } from "./en";

const unused =
  "Auf den Seiten dieses Dienstes hat das keine Wirkung; eigene Seiten können es verwenden.";

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
      "Wie man über eine Option abstimmt. Ab der ersten Stimme steht das fest.",
    ],
    option_type: [
      "Art der Option",
      "Worüber abgestimmt wird. Ab der ersten Option steht das fest.",
    ],
    allow_voting: ["Stimmen annehmen", "Ob die Umfrage überhaupt Stimmen annimmt."],
    vote_limit_per_voter: [
      "Grenze je Person",
      "Über wie viele Optionen man abstimmt, oder wie viele Punkte man hat. Leer: keine Grenze, bei Punkten 10.",
    ],
    vote_limit_per_option: [
      "Größter Wert",
      "Der größte Wert einer Stimme, zum Beispiel die Anzahl der Sterne.",
    ],
    vote_limit_per_option_min: [
      "Kleinster Wert",
      "Der kleinste Wert einer Stimme. Er darf unter null liegen.",
    ],
    limit_per_option_type: [
      "Plätze einer Option",
      "Wie viele Teilnehmende dieselbe Option wählen können.",
    ],
    limit_per_option: [
      "Anzahl der Plätze",
      "Für wie viele Teilnehmende eine Option ist, wenn die Grenze für alle gleich ist.",
    ],
    vote_per_day: ["Jeden Tag abstimmen", "Ob man jeden Tag erneut abstimmt."],
    voting_categories: [
      "Kategorien",
      "Über jede Option wird in jeder dieser Kategorien einmal abgestimmt.",
    ],
    option_vote_requirement: [
      "Verlangte Stimmen",
      "Ob Teilnehmende über alle Optionen abstimmen sollen.",
    ],
    require_all_dots: ["Alle Punkte vergeben", "Ob Teilnehmende alle Punkte vergeben sollen."],
    prevent_vote_for_own_options: [
      "Keine Stimmen für Eigenes",
      "Ob man über eigene Optionen nicht abstimmen darf.",
    ],
    randomize_options: [
      "Optionen mischen",
      "Ob alle die Optionen in einer anderen Reihenfolge sehen.",
    ],
    default_sort: ["Reihenfolge der Optionen", "Wie die Liste der Optionen sortiert ist."],
    allow_change_sort: ["Sortieren erlauben", "Ob man eine andere Reihenfolge wählen darf."],
    options_per_page: [
      "Optionen je Seite",
      "Wie viele Optionen eine Seite der Liste hat, 1 bis 100.",
    ],
    require_voter_name: ["Nach dem Namen fragen", "Ob Teilnehmende einen Namen angeben müssen."],
    anonymize_voter_names: [
      "Namen ersetzen",
      "Ob alle statt des Namens einen erfundenen sehen. Angegebene Namen werden nicht gespeichert.",
    ],
    additional_attributes: [
      "Weitere Felder",
      "Was Teilnehmende vor dem Abstimmen außerdem ausfüllen.",
    ],
    participant_limitation_type: [
      "Wie oft man teilnimmt",
      "Ob eine Person, ein Anschluss oder eine Einladung einmal teilnimmt.",
    ],
    double_opt_in: [
      "Adresse bestätigen",
      "Ob Stimmen erst zählen, wenn der Link in einer E-Mail geöffnet wurde.",
    ],
    restricted_double_opt_in_domains: [
      "Domains der Adressen",
      "Nur Adressen dieser Domains dürfen teilnehmen. Leer: alle.",
    ],
    jury_mode: ["Nur die Jury", "Ob nur Teilnehmende der Jury abstimmen."],
    restrict_view_access: [
      "Lesen beschränken",
      "Ob man zum Lesen braucht, was man zum Abstimmen braucht: Passwort, Jury oder Einladung.",
    ],
    hidden_participants: ["Teilnehmende verbergen", "Ob Teilnehmende voreinander verborgen sind."],
    allow_new_rows: [
      "Neue Zeilen einer Tabelle",
      "Ob Teilnehmende einer Tabelle ihre Zeile hinzufügen dürfen.",
    ],
    public_admin_link: [
      "Verwalten mit dem Link",
      "Ob alle mit dem Link zum Verwalten das auch dürfen. Sonst nur die Eigentümer.",
    ],
    allowed_hosts: [
      "Webseiten",
      "Nur Seiten dieser Hosts dürfen die Umfrage verwenden und einbetten, zum Beispiel *.example.org. Leer: alle.",
    ],
    disable_participant_sign_up: ["Keine Konten für Teilnehmende", unused],
    access_by_provider: ["Anmeldung bei einem Anbieter", unused],
    allow_new_options: [
      "Optionen von Teilnehmenden",
      "Ob Teilnehmende Optionen hinzufügen dürfen.",
    ],
    require_approval: [
      "Erst freigeben",
      "Ob hinzugefügte Optionen verborgen sind, bis Sie sie freigeben.",
    ],
    option_limit: [
      "Optionen je Person",
      "Wie viele Optionen eine Person höchstens hinzufügt. Leer: beliebig viele.",
    ],
    notify_new_options: ["E-Mail an mich", "Ob Ihnen eine E-Mail neue Optionen meldet."],
    require_author_name: ["Nach dem Urheber fragen", "Ob man einen Namen dazu angeben muss."],
    hidden_author_name: ["Urheber verbergen", "Ob diese Namen vor anderen verborgen sind."],
    allow_description: [
      "Beschreibungen",
      "Ob Teilnehmende beschreiben dürfen, was sie hinzufügen.",
    ],
    require_description: [
      "Nach einer Beschreibung fragen",
      "Ob Teilnehmende beschreiben müssen, was sie hinzufügen.",
    ],
    allow_subtitle: ["Untertitel", "Ob Teilnehmende einen Untertitel angeben dürfen."],
    allow_info_link: ["Links", "Ob Teilnehmende einen Link angeben dürfen."],
    additional_option_attributes: [
      "Weitere Felder",
      "Was man außerdem ausfüllt, wenn man eine Option hinzufügt.",
    ],
    default_states: ["Bearbeitung", "Zustände von Ideen; eine neue Idee hat den ersten."],
    allow_group_submissions: ["Fotoserien", "Ob mehrere Fotos ein Beitrag sein können."],
    group_submission_max_entries: [
      "Fotos einer Serie",
      "Wie viele Fotos eine Serie höchstens hat. Leer: 20.",
    ],
    hide_results: [
      "Ergebnisse verbergen",
      "Ob Ergebnisse für immer verborgen sind, außer für Sie.",
    ],
    hide_votes: [
      "Bis zum Ende verbergen",
      "Ob Ergebnisse verborgen sind, bis die Umfrage geschlossen ist.",
    ],
    hidden_best_rating: ["Sieger verbergen", "Ob verborgen ist, welche Option vorn liegt."],
    hide_options: [
      "Hinzugefügtes verbergen",
      "Ob hinzugefügte Optionen bis zum Ende des Einreichens verborgen sind.",
    ],
    public_answers: [
      "Antworten zeigen",
      "Ob Teilnehmende eines Fragebogens die Antworten anderer lesen.",
    ],
    target: ["Was gesucht wird", "Welche Option die Ergebnisse hervorheben."],
    rating_method: ["Durchschnitt", "Wodurch der Durchschnitt geteilt wird."],
    start_date_voting: ["Abstimmen beginnt", "Ab wann die Umfrage Stimmen annimmt. Leer: sofort."],
    deadline_voting: ["Abstimmen endet", "Wann sich die Umfrage von selbst schließt. Leer: nie."],
    options_visible_before_voting: [
      "Optionen vor dem Beginn zeigen",
      "Ob Teilnehmende die Optionen vor dem Beginn sehen.",
    ],
    start_date_submission: [
      "Hinzufügen beginnt",
      "Ab wann Teilnehmende Optionen hinzufügen. Leer: sofort.",
    ],
    deadline_submission: [
      "Hinzufügen endet",
      "Bis wann Teilnehmende Optionen hinzufügen. Leer: kein Ende.",
    ],
    timezone: ["Zeitzone", "Die Zone aller Zeiten der Umfrage, zum Beispiel Europe/Berlin."],
    allow_attachments: [
      "Herunterladen",
      "Ob alle die ursprünglichen Dateien herunterladen dürfen.",
    ],
    show_metadata: ["Kameradaten", "Ob man Kamera, Objektiv und Belichtung von Fotos sieht."],
    hidden_image_name: [
      "Namen von Bildern verbergen",
      "Ob Namen von Bildern vor anderen verborgen sind.",
    ],
    file_size_max_mb: ["Größte Datei (MB)", "Wie groß eine Datei höchstens ist."],
    file_size_min_mb: ["Kleinste Datei (MB)", "Wie groß eine Datei mindestens ist."],
    image_orientation: [
      "Form der Bilder",
      "Welche Bilder angenommen werden, nach ihrer längeren Seite.",
    ],
    image_min_width: ["Mindestbreite", "Die kleinste Breite von Bildern, in Pixeln."],
    image_min_height: ["Mindesthöhe", "Die kleinste Höhe von Bildern, in Pixeln."],
    image_min_smallest_side_length: [
      "Kürzere Seite",
      "Die kleinste Länge der kürzeren Seite von Bildern, in Pixeln.",
    ],
    publisher: ["Anbieter", "Wer die Umfrage veranstaltet. Das steht auf Seiten und in E-Mails."],
    publisher_email: ["Adresse des Anbieters", "Eine E-Mail-Adresse für Fragen."],
    publisher_info: [
      "Impressum",
      "Das steht in E-Mails und auf Seiten zum Bestätigen und Bezahlen.",
    ],
    terms: ["Bedingungen", "Die Bedingungen, denen man zustimmt."],
    terms_for_voters: [
      "Teilnehmende stimmen zu",
      "Ob Teilnehmende den Bedingungen zustimmen müssen.",
    ],
    terms_for_option_creators: [
      "Urheber stimmen zu",
      "Ob den Bedingungen zustimmen muss, wer Optionen hinzufügt.",
    ],
    privacy_policy: ["Datenschutzerklärung", "Die Datenschutzerklärung, der man zustimmt."],
    privacy_policy_for_voters: [
      "Teilnehmende stimmen der Erklärung zu",
      "Ob Teilnehmende der Datenschutzerklärung zustimmen müssen.",
    ],
    privacy_policy_for_option_creators: [
      "Urheber stimmen der Erklärung zu",
      "Ob der Datenschutzerklärung zustimmen muss, wer Optionen hinzufügt.",
    ],
    voting_fee_type: [
      "Was Abstimmen kostet",
      "Ob Teilnehmende für die Teilnahme oder für jede Stimme zahlen, oder spenden können.",
    ],
    voting_fee: [
      "Preis des Abstimmens",
      "In der kleinsten Einheit der Währung, zum Beispiel Cent.",
    ],
    voting_fee_title: ["Wofür der Preis ist", "Das sieht, wer bezahlt."],
    submission_fee_type: [
      "Was Hinzufügen kostet",
      "Ob man für eine hinzugefügte Option zahlt oder spenden kann.",
    ],
    submission_fee: [
      "Preis des Hinzufügens",
      "In der kleinsten Einheit der Währung, zum Beispiel Cent.",
    ],
    submission_fee_title: ["Wofür dieser Preis ist", "Das sieht, wer bezahlt."],
    allow_share: ["Teilen", "Die Dankesseite nach Stimmen hat einen Knopf zum Teilen."],
    allow_search: ["Suche", "Lange Listen haben ein Suchfeld."],
    allow_comments: ["Kommentare", unused],
    private_comments: ["Private Kommentare", unused],
    show_as_list: ["Als Liste", unused],
    hide_tags: ["Schlagwörter verbergen", unused],
    dot_vote_icon: ["Aussehen der Punkte", unused],
    advent_calendar_shape: ["Aussehen der Türen", unused],
    effect: ["Effekt", unused],
    photo_gallery_layout: ["Anordnung der Fotos", unused],
    photo_gallery_image_mode: ["Rahmen der Fotos", unused],
    photo_gallery_full_width: ["Fotos in voller Breite", unused],
    show_photo_info_by_default: ["Angaben zu Fotos offen", unused],
    thank_you_page: ["Dankesseite nach Stimmen", "Ein Fragebogen endet mit Ihren eigenen Worten."],
    thank_you_page_data: [
      "Inhalt der Dankesseite",
      "Steht hinter dem letzten Schritt eines Fragebogens.",
    ],
    thank_you_page_submitter: [
      "Dankesseite nach dem Hinzufügen",
      "Wer etwas einreicht, liest Ihre eigenen Worte.",
    ],
    thank_you_page_submitter_data: ["Inhalt jener Seite", "Steht nach einer Einreichung."],
    social_media_title: ["Titel in sozialen Medien", unused],
    social_media_description: ["Text in sozialen Medien", unused],
    social_media_image_data: ["Bild in sozialen Medien", unused],
    indexing: ["Suchmaschinen", unused],
    forward_url_parameters: ["Parameter weitergeben", unused],
    white_label: [
      "Ohne Marke",
      "Name, Logo und Farbe des Betreibers erscheinen nicht auf Seiten und in E-Mails für Teilnehmende.",
    ],
  },
  choices: {
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
      "options.content asc": "Nach dem Alphabet",
    },
    limit_per_option_type: {
      no_limit: "Beliebig viele",
      limit_for_all: "Für alle Optionen gleich",
      limit_individual: "Jede Option hat ihre eigenen",
    },
    option_vote_requirement: { optional: "Beliebige", all_options: "Über alle Optionen" },
    participant_limitation_type: {
      check_nothing: "Beliebig oft",
      check_user: "Einmal je Person",
      check_ip: "Einmal je Anschluss",
      check_invitation: "Einmal je Einladung",
    },
    target: {
      best_option: "Die beste Option",
      best_distribution: "Die beste Verteilung der Teilnehmenden",
      lowest_resistance: "Der geringste Widerstand",
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
    access_by_provider: { facebook: "Facebook" },
    advent_calendar_shape: { number: "Zahlen", door: "Türen" },
    dot_vote_icon: { dot: "Punkte", star: "Sterne", heart: "Herzen", coin: "Münzen" },
    effect: { snow: "Schnee", fireflies: "Glühwürmchen" },
    photo_gallery_image_mode: { contain: "Ganzes Bild", cover: "Rahmen füllen" },
    photo_gallery_layout: { auto: "Automatisch", grid: "Raster", masonry: "Mauerwerk" },
  },
};
