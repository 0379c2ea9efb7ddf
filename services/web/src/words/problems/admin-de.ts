import type { AdminProblem } from "./admin-en";

export const adminSentences: Readonly<Record<AdminProblem, string>> = {
  csv_or_xlsx: "Bitte wählen Sie eine Datei: CSV oder XLSX.",
  no_columns_named: "Die erste Zeile muss die Spalten benennen.",
  column_twice: "Die Spalte {column} gibt es doppelt.",
  column_unknown: "Die Spalte {column} ist nicht bekannt. Möglich sind: {values}",
  too_many_rows: "Die Tabelle hat mehr als {max} Zeilen.",
  too_many_rows_with_empty: "Die Tabelle hat mehr als {max} Zeilen, leere mitgezählt.",
  too_many_columns: "Die Tabelle hat mehr als {max} Spalten.",
  cell_too_long: "Eine Zelle hat mehr als {max} Zeichen.",
  not_csv: "Diese Datei ist keine CSV-Datei.",
  no_sheet: "Die Datei hat kein Tabellenblatt.",
  not_workbook: "Diese Datei ist keine XLSX-Datei.",
  other_format: "Diese Datei ist keine XLSX-Datei. Bitte speichern Sie sie als XLSX.",
  file_protected: "Die Datei hat ein Passwort. Bitte speichern Sie sie ohne.",
  workbook_broken: "Die Datei ist beschädigt.",
  workbook_too_slow: "Die Datei braucht zu lange zum Lesen. Bitte verkleinern Sie sie.",
  too_many_parts: "Die Datei hat zu viele Teile.",
  too_large_unpacked: "Die Datei hat entpackt mehr als {max} MB.",
  too_many_elements: "Die Datei hat zu viele Zellen.",
  too_many_levels: "Die Datei ist zu tief verschachtelt.",
  too_many_attributes: "Die Datei hat eine Zelle mit zu vielen Eigenschaften.",
  too_much_text: "Die Tabelle hat mehr als {max} Zeichen.",
  too_much_memory:
    "Die Datei braucht zum Lesen zu viel Arbeitsspeicher. Bitte verkleinern Sie sie.",
  invited_only:
    "An dieser Umfrage muss man selbst teilnehmen: die Adresse bestätigen, bezahlen oder eine Einladung verwenden.",
  too_many_options_to_copy:
    "Die Umfrage hat mehr als {max} Optionen. Das ist zu viel für eine Kopie.",
  too_many_files_to_copy: "Die Umfrage hat mehr als {max} Dateien. Das ist zu viel für eine Kopie.",
  too_large_to_copy:
    "Die Dateien der Umfrage haben mehr als {max} MB. Das ist zu viel für eine Kopie.",
  account_has_polls: "Das Konto hat {count} Umfragen.",
  account_is_only_owner: "Das Konto ist als einziges Eigentümer/in von {count} Organisationen.",
  no_account: "Ein Konto mit dieser Kennung gibt es nicht.",
  not_own_poll: "Diese Umfrage gehört Ihnen nicht.",
  private_network: "Die Adresse liegt in einem privaten Netz.",
  has_credentials: "Die Adresse darf weder Benutzernamen noch Passwort enthalten.",
};
