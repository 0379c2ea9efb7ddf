import { pageWords } from "../../words";
import { useWindowEvent } from "../page/use-window-event";
import { Quiet } from "../show/button";

/** The message about failed work on pages for participants, with a button to try again where that helps. A connection that is back tries it too. */
export function Retry({
  problem,
  retry,
}: {
  readonly problem: string | undefined;
  readonly retry: (() => unknown) | undefined;
}) {
  useWindowEvent("online", () => void retry?.(), problem !== undefined);
  return problem === undefined ? null : (
    <p class="problem" role="alert">
      {problem}{" "}
      {retry !== undefined && (
        <Quiet onClick={() => void retry()}>{pageWords.words().results.retry}</Quiet>
      )}
    </p>
  );
}
