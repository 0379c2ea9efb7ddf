import { count } from "../count";
import type { FinalWords } from "./en";

/** The texts of polls with final votes in German. */
export const de: FinalWords = {
  cast: (votes) => `${count(votes, "Stimme", "Stimmen")} abgeben`,
  hint: "Abgegebene Stimmen können Sie nicht mehr ändern.",
  kept: "Ihre Stimmen sind abgegeben.",
  sealed: "Abgegeben und endgültig",
  open: (options) => `${count(options, "Option ist", "Optionen sind")} nicht beantwortet.`,
  tooMany: (votes) => `Bitte entfernen Sie zuerst ${count(votes, "Auswahl", "Auswahlen")}.`,
  errors: {
    votes_are_final: "Stimmen dieser Umfrage sind endgültig. Die Änderung wurde nicht gespeichert.",
  },
  vote: {
    clear: "Meine Auswahl entfernen",
    movable: "Wählen Sie eine andere Option, um Ihre Auswahl zu ändern.",
  },
  survey: { change: "Meine Antworten ansehen", kept: "Ihre Stimmen sind abgegeben." },
  thanks: { done: "Sie haben überall gewählt." },
  pairwise: {
    rule: "Sie sehen immer zwei Optionen. Wählen Sie die, die Ihnen besser gefällt. Eine Wahl können Sie nicht zurücknehmen.",
  },
};
