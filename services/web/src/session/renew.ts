import { ApiError, type ErrorCode, type Participant } from "@polls/client";
import { type Signal, signal } from "@preact/signals";
import { errorWords } from "../parts/feedback/error-words";
import type { FirstData } from "../shell/first-data";
import { dataOfSession } from "../shell/frame";
import { pageWords } from "../words";
import { frameSession } from "./frame-session";

/** Codes of refusals that tell that the poll is not as the page shows it. */
const outdated: readonly (ErrorCode | undefined)[] = [
  "poll_closed",
  "voting_not_allowed",
  "voting_not_started",
  "submission_not_started",
  "submission_ended",
  "new_options_not_allowed",
  "new_rows_not_allowed",
  "comments_not_allowed",
  "option_not_open",
  "limit_per_option_reached",
];

/** Reads are at least this far apart. */
const APART_MS = 10_000;

/** Counts the reads, and asks for one: what others do meanwhile is then in `data`. */
export function renewing(data: FirstData, participant: Signal<Participant | undefined>) {
  const renewed = signal(0);
  let last = -APART_MS;
  let isAwaited = false;
  async function read(): Promise<void> {
    isAwaited = false;
    if (document.hidden) return;
    last = performance.now();
    const fresh = await dataOfSession(frameSession());
    if (fresh === undefined) return;
    const { poll, options = data.options, votes, readsResults, withYes, jury, full } = fresh;
    const { participant: own } = fresh;
    Object.assign(data, {
      poll,
      options,
      votes,
      readsResults,
      withYes,
      jury,
      full,
      participant: own,
    });
    if (own?.id === participant.value?.id) participant.value = own;
    renewed.value++;
  }
  function renew(): void {
    if (isAwaited) return;
    isAwaited = true;
    setTimeout(() => void read(), last + APART_MS - performance.now());
  }
  function explain(error: unknown, words = pageWords.words()): string {
    if (error instanceof ApiError && outdated.includes(error.code)) renew();
    return errorWords(error, words);
  }
  return { renewed, renew, explain };
}
