import type { Poll } from "@polls/client";
import { adminWords } from "../../words/admin";

/** Whether a poll takes votes, for its owner. */
export function StateChip({ status }: Pick<Poll, "status">) {
  const { closed, open } = adminWords.words().admin.facts;
  return status === "closed" ? (
    <span class="chip">{closed}</span>
  ) : (
    <span class="chip done">{open}</span>
  );
}
