import type { PairwiseWords } from "./en";

export const de: PairwiseWords = {
  begin: "Beginnen",
  judged: (number, of) => `${number} von ${of} Paaren`,
  pair: (left, right) => `${left} oder ${right}?`,
  keys: "Mit der Tastatur: Pfeil links und Pfeil rechts.",
  neither: "Ich kann mich nicht entscheiden",
  takeBack: "Letzte Wahl zurücknehmen",
  none: "Es gibt keine Paare mehr.",
  later: "Vielen Dank! Schauen Sie später wieder vorbei: Neue Optionen bringen neue Paare.",
  again: "Nach neuen Paaren suchen",
  former: "Ihre Entscheidungen in Paaren, die nicht mehr im Angebot sind",
};
