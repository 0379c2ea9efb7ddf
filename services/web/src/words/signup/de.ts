import { count } from "../count";
import type { SignUpWords } from "./en";

/** The texts of sign-up lists in German. */
export const de: SignUpWords = {
  free: (free, of) => `${free} von ${count(of, "Platz", "Plätzen")} frei`,
  full: "Voll",
  signUp: "Eintragen",
  kept: "Sie sind eingetragen.",
  poll: {
    opens: (when) => `Sie können sich ab ${when} eintragen.`,
    ends: (when) => `Sie können sich bis ${when} eintragen.`,
    results: "Ansehen, wer eingetragen ist",
  },
  vote: {
    clear: "Platz freigeben",
    movedHere: "Ihr Platz ist hierher gewechselt",
  },
};
