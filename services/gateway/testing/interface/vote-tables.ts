import { voteTypes } from "@polls/domain/vote-types";
import { code, table, withoutLinks } from "./markdown";

const yes = (is: boolean): string => (is ? "yes" : "no");

/** The possible values of a vote, by class. `names` limits the table to these classes. */
export const kindsTable = (links: "links" | "plain", names?: readonly string[]): string =>
  table(
    ["kind (`Votes::…`)", "value", "0", "simple", "sold"],
    voteTypes.all
      .filter(({ name }) => names?.includes(name) ?? true)
      .map(({ name, takes, zero, simple, maySell }) => [
        code(name.replace("Votes::", "")),
        links === "links" ? takes : withoutLinks(takes),
        zero ?? "–",
        yes(simple),
        yes(maySell),
      ]),
  );
