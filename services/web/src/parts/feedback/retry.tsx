import type { Words } from "../../words";

/** The message about failed work on pages for participants, with a button to try again where that helps. */
export function Retry({
  problem,
  retry,
  words,
}: {
  readonly problem: string | undefined;
  readonly retry: (() => unknown) | undefined;
  readonly words: Words;
}) {
  return problem === undefined ? null : (
    <p class="problem" role="alert">
      {problem}{" "}
      {retry !== undefined && (
        <button type="button" class="quiet" onClick={() => void retry()}>
          {words.results.retry}
        </button>
      )}
    </p>
  );
}
