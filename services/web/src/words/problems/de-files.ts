/** The names of files that are not names of formats. A number or a name of a format may follow. */
const names: readonly (readonly [english: string, german: string])[] = [
  [
    "A HEIF picture of another codec than HEVC and AV1",
    "HEIF mit einem anderen Codec als HEVC und AV1",
  ],
  ["A HEIF sequence without a still picture", "HEIF-Sequenz ohne Standbild"],
  ["A camera RAW file without a full-size JPEG", "RAW-Datei ohne JPEG in voller Größe"],
  ["A PNG of an iOS app", "PNG einer iOS-App"],
  ["A lossless JPEG", "verlustfreies JPEG"],
  ["A hierarchical JPEG", "hierarchisches JPEG"],
  ["A TIFF of complex numbers", "TIFF aus komplexen Zahlen"],
  ["A TIFF in old-style JPEG", "TIFF mit altem JPEG"],
  ["A TIFF in lossy DNG", "TIFF mit verlustbehaftetem DNG"],
  ["A TIFF in Lab colors", "TIFF in Lab-Farben"],
  ["A JPEG XL with an unknown channel", "JPEG XL mit einem unbekannten Kanal"],
  ["A transparent JPEG XL in gray", "durchsichtiges JPEG XL in Grau"],
  ["A JPEG XL", "JPEG XL"],
  ["A JPEG", "JPEG"],
  ["A TIFF", "TIFF"],
  ["An icon", "Symbol"],
  ["A web page", "Webseite"],
  ["An Office document", "Office-Dokument"],
  ["A ZIP archive", "ZIP-Archiv"],
  ["An archive", "Archiv"],
  ["A tracker module", "Tracker-Modul"],
  ["An Ogg file of another codec", "Ogg mit einem anderen Codec"],
  ["An AVI with sound alone", "AVI nur mit Ton"],
  ["An MPEG transport stream with sound alone", "MPEG-Transportstrom nur mit Ton"],
  ["MPEG video without a container", "MPEG-Video ohne Container"],
  ["Encrypted video", "verschlüsseltes Video"],
  ["Encrypted sound", "verschlüsselter Ton"],
  ["The codec ", "Codec "],
];

/** The words after them. */
const after: readonly (readonly [RegExp, string])[] = [
  [/ with more than (\d+) bits/, " mit mehr als $1 Bit"],
  [/ of (\d+) bits/, " mit $1 Bit"],
  [/ below (\d+) bits/, " unter $1 Bit"],
  [/ of (\d+) channels/, " mit $1 Kanälen"],
  [/, signed$/, ", mit Vorzeichen"],
  [/, float$/, ", Gleitkomma"],
  [/ or (\d+) bits/, " oder $1 Bit"],
  [/ without a container$/, " ohne Container"],
];

/** The parts of an advice of the service. Names of formats stay. */
const parts: readonly (readonly [RegExp, string])[] = [
  [/^\w+ it to (.*)/, "wandeln Sie die Datei in $1 um"],
  [/^unpack.*/, "entpacken Sie die Datei"],
  [/^\w+ it .*?(as|in) /, "speichern Sie die Datei $1 "],
  [/^choose a file/, "wählen Sie eine"],
  [/ of (?=\d)/, " mit "],
  [/ bits/, " Bit"],
  [/ compression$/, "-Kompression"],
  [/ as /, " als "],
  [/ or /, " oder "],
  [/ and /, " und "],
  [/ with /, " mit "],
];

/** Translates the values of a problem about a file: its name and the advice. Those of other problems stay. */
export function fileWords(code: string, value: string): string {
  if (code !== "file_not_taken" && code !== "file_not_taken_advice") return value;
  const [english, german] = names.find(([one]) => value.startsWith(one)) ?? ["", ""];
  const named = german + value.slice(english.length);
  return [...after, ...parts].reduce((before, [one, other]) => before.replace(one, other), named);
}
