import type { Poll } from "@polls/client";
import type { AdminWords } from "../../words/admin";

/** Whether a poll takes votes, for its owner. */
export const StateChip = ({
  status,
  words: { admin },
}: Pick<Poll, "status"> & { readonly words: AdminWords }) => (
  <span class={status === "closed" ? "chip" : "chip done"}>
    {status === "closed" ? admin.facts.closed : admin.facts.open}
  </span>
);
