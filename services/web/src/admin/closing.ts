import type { Poll } from "@polls/client";
import type { AdminWords } from "../words/admin";

/** Whether the end of voting closed the poll. Otherwise it was closed by hand. */
export const hasEnded = ({ status, settings: { deadline_voting: end } }: Poll): boolean =>
  status === "closed" && end !== undefined && Date.parse(end) <= Date.now();

/** What the closing of a poll begins: mails, and the days until its deletion. Undefined: nothing. */
export function afterClosing({ settings }: Poll, { closing }: AdminWords): string | undefined {
  const { notify_result, results_visible, delete_after_days: days } = settings;
  const sentences = [
    ...(notify_result && results_visible !== "never" ? [closing.result] : []),
    ...(days === undefined ? [] : [closing.deletion(days)]),
  ];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
