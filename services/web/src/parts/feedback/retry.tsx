import { useEffect } from "preact/hooks";
import { pageWords } from "../../words";
import { Quiet } from "../show/button";

/** The message about failed work on pages for participants, with a button to try again where that helps. A connection that is back tries it too. */
export function Retry({
  problem,
  retry,
}: {
  readonly problem: string | undefined;
  readonly retry: (() => unknown) | undefined;
}) {
  const isNeeded = problem !== undefined && retry !== undefined;
  useEffect(() => {
    if (!isNeeded) return;
    const again = (): void => void retry();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isNeeded]);
  return problem === undefined ? null : (
    <p class="problem" role="alert">
      {problem}{" "}
      {retry !== undefined && (
        <Quiet onClick={() => void retry()}>{pageWords.words().results.retry}</Quiet>
      )}
    </p>
  );
}
