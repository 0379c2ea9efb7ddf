import type { ErrorCode } from "@polls/client";
import { count } from "../count";

/** The texts of polls with final votes in English. Every language has exactly these texts. */
export const en = {
  cast: (votes: number) => `Cast ${count(votes, "vote", "votes")}`,
  hint: "You cannot change your votes once they are cast.",
  kept: "Your votes are cast.",
  sealed: "Cast, and final",
  open: (options: number) => `${count(options, "option is", "options are")} not answered.`,
  tooMany: (votes: number) => `Please remove ${count(votes, "choice", "choices")} first.`,
  /** In place of the texts about votes that can be changed. */
  errors: {
    votes_are_final: "Votes of this poll are final. That was not saved.",
  } satisfies Partial<Record<ErrorCode, string>>,
  vote: {
    clear: "Remove my choice",
    movable: "Choose another option to change your choice.",
  },
  survey: { change: "Look at my answers", kept: "Your votes are cast." },
  thanks: { done: "You have chosen everywhere." },
  pairwise: {
    rule: "You see two at a time. Choose the one you like more. You cannot take a choice back.",
  },
};

/** The texts of polls with final votes, in a language. */
export type FinalWords = typeof en;
