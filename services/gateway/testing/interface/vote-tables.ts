import { voteTypes } from "@polls/domain/vote-types";
import { code, table } from "./markdown";

const yes = (is: boolean): string => (is ? "yes" : "no");

/** The possible values of a vote, by class. */
export const kindsTable = (): string =>
  table(
    ["kind (`Votes::…`)", "value", "0", "simple", "sold"],
    voteTypes.all.map(({ name, takes, zero, simple, maySell }) => [
      code(name.replace("Votes::", "")),
      takes,
      zero ?? "–",
      yes(simple),
      yes(maySell),
    ]),
  );
