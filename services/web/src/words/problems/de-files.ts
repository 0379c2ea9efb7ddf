/**
 * The parts of an advice of the service, and of the names of files that participants choose most.
 * Names of formats stay.
 */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^\w+ it to (.*)/, "wandeln Sie die Datei in $1 um"],
  [/^unpack.*/, "entpacken Sie die Datei"],
  [/^\w+ it .*?(as|in) /, "speichern Sie die Datei $1 "],
  [/^choose a file/, "wählen Sie eine"],
  [/^An? (ZIP|Office) /, "$1-"],
  [/^An? /, ""],
  [/archive$/, "Archiv"],
  [/document$/, "Dokument"],
  [/web page/, "Webseite"],
  [/ without a c/, " ohne C"],
  [/ of (?=\d)/, " mit "],
  [/ bits/, " Bit"],
  [/ as /, " als "],
  [/ or /, " oder "],
  [/ and /, " und "],
  [/ with /, " mit "],
];

/** Translates the values of a problem about a file. Those of other problems stay. */
export const fileWords = (code: string, value: string): string =>
  code.startsWith("file_not_taken")
    ? parts.reduce((before, [english, german]) => before.replace(english, german), value)
    : value;
