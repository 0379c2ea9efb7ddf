/** The beginnings of an advice of the service. What follows are names of formats. */
const advices: readonly (readonly [begin: string, before: string, after: string])[] = [
  ["save it as an ordinary ", "speichern Sie die Datei als gewöhnliches ", ""],
  ["save it as ", "speichern Sie die Datei als ", ""],
  ["save it in ", "speichern Sie die Datei in ", ""],
  ["export it as ", "exportieren Sie die Datei als ", ""],
  [
    "export it from the camera's program as ",
    "exportieren Sie die Datei aus dem Programm der Kamera als ",
    "",
  ],
  ["convert it to ", "wandeln Sie die Datei in ", " um"],
  ["record it as ", "nehmen Sie die Datei als ", " auf"],
  ["choose a file in ", "wählen Sie eine Datei in ", ""],
  [
    "unpack it and choose a file in it",
    "entpacken Sie die Datei und wählen Sie eine Datei daraus",
    "",
  ],
];

/** The words between names of formats, in the advice and in the names of files. */
const between: readonly (readonly [RegExp, string])[] = [
  [/ (\d+) or (\d+) bits/, " $1 oder $2 Bit"],
  [/ with more than (\d+) bits/, " mit mehr als $1 Bit"],
  [/ of (\d+) bits/, " mit $1 Bit"],
  [/ of (\d+) channels/, " mit $1 Kanälen"],
  [/, signed$/, ", mit Vorzeichen"],
  [/, float$/, ", Gleitkomma"],
  [/ compression$/, "-Kompression"],
  [/ or /g, " oder "],
  [/ and /g, " und "],
  [/ with /g, " mit "],
];

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

const inGerman = (text: string): string =>
  between
    .reduce((before, [english, german]) => before.replace(english, german), text)
    .replace(/ without a container$/, " ohne Container");

/** Translates a value of a problem about a file. Values of other problems stay. */
export function fileWords(name: string, value: string): string {
  if (name === "what") {
    const [english, german] = names.find(([one]) => value.startsWith(one)) ?? ["", ""];
    return german + inGerman(value.slice(english.length));
  }
  if (name !== "advice") return value;
  const found = advices.find(([begin]) => value.startsWith(begin));
  if (found === undefined) return "wählen Sie eine andere Datei";
  const [begin, before, after] = found;
  return before + inGerman(value.slice(begin.length)) + after;
}
