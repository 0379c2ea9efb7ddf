import type { PairwiseWords } from "./en";

export const de: PairwiseWords = {
  judged: (number, of) => `${number} von ${of} Paaren`,
  pair: (left, right) => `${left} oder ${right}?`,
  keys: "Mit der Tastatur: Pfeil links und rechts.",
  neither: "Ich kann mich nicht entscheiden",
  takeBack: "Letzte Wahl zurücknehmen",
  none: "Es gibt keine Paare mehr.",
  later: "Schauen Sie später wieder vorbei: Neue Optionen bringen neue Paare.",
  again: "Nach Paaren suchen",
  former: "Ihre Wahl in Paaren, die nicht mehr im Angebot sind",
};
