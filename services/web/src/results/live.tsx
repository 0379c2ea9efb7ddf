import {
  type ArgumentsOf,
  follow,
  NotFoundError,
  type RequestClient,
  type Results,
} from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { errorWords } from "../parts/feedback/error-words";
import { Retry } from "../parts/feedback/retry";
import type { Words } from "../words";
import { resultWords } from "../words/results";

/** Top-level options of a page of results. */
export const PER_PAGE = 100;

interface Props {
  readonly client: () => RequestClient;
  readonly pollId: string;
  readonly page: number;
  /** Absent: the order of the poll. */
  readonly sort?: ArgumentsOf<"results.follow">["sort"];
  /** The results to show before the first request; undefined if unknown. */
  readonly first?: Results | undefined;
  readonly words: Words;
  readonly children: (results: Results, live: boolean) => ComponentChildren;
}

type Problem = { readonly hidden: true } | { readonly text: string };

/** Live results, or the reason why there are none. */
export function Live({ client, pollId, page, sort, first, words, children }: Props) {
  const results = useSignal(first);
  const problem = useSignal<Problem | undefined>(undefined);
  const attempt = useSignal(0);

  useEffect(() => {
    const leaving = new AbortController();
    void read(leaving.signal);
    return () => leaving.abort();
  }, [page, attempt.value]);

  async function read(signal: AbortSignal): Promise<void> {
    problem.value = undefined;
    try {
      const request = { poll_id: pollId, page, per_page: PER_PAGE, ...(sort && { sort }) };
      const states = client().with({ follow }).results.follow(request, { signal });
      for await (const state of states) results.value = state;
    } catch (error) {
      if (signal.aborted) return;
      problem.value =
        error instanceof NotFoundError ? { hidden: true } : { text: errorWords(error, words) };
    }
  }

  const failed = problem.value;
  if (failed !== undefined && "hidden" in failed) {
    return <p class="notice">{resultWords.words().hidden}</p>;
  }
  return (
    <>
      <Retry problem={failed?.text} retry={() => attempt.value++} />
      {results.value === undefined
        ? failed === undefined && <p class="fine loading">{resultWords.words().loading}</p>
        : children(results.value, failed === undefined)}
    </>
  );
}
