import { fileWords } from "../problems/de-files";

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
  [/ of (\d+) channels/, " mit $1 Kanälen"],
  [/, signed$/, ", mit Vorzeichen"],
  [/, float$/, ", Gleitkomma"],
  [/ or (\d+) bits/, " oder $1 Bit"],
  [/ without a container$/, " ohne Container"],
];

/** Translates the values of a problem about a file: the advice and the name. */
export function fileWordsOfAdmins(code: string, value: string): string {
  if (code !== "file_not_taken" && code !== "file_not_taken_advice") return value;
  const [english, german] = names.find(([one]) => value.startsWith(one)) ?? ["", ""];
  const named = after.reduce(
    (before, [one, other]) => before.replace(one, other),
    german + value.slice(english.length),
  );
  return fileWords(code, named);
}
