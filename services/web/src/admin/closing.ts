import type { Poll } from "@polls/client";
import type { AdminWords } from "../words/admin";
import type { PollContext } from "./poll-context";

/** Whether the end of voting closed the poll. Otherwise it was closed by hand. */
export function hasEnded({ poll, now }: PollContext): boolean {
  const { status, settings } = poll.value;
  const { deadline_voting: end } = settings;
  return status === "closed" && end !== undefined && Date.parse(end) <= now();
}

/** What the closing of a poll begins: mails, and the days until its deletion. Undefined: nothing. */
export function afterClosing({ settings }: Poll, { closing }: AdminWords): string | undefined {
  const { notify_result, results_visible, delete_after_days: days } = settings;
  const sentences = [
    ...(notify_result && results_visible !== "never" ? [closing.result] : []),
    ...(days === undefined ? [] : [closing.deletion(days)]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
