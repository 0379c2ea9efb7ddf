import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

type OtherParts = typeof import("./other-answer");
const loaded = signal<OtherParts | undefined>(undefined);

/** What shows other answers. It is loaded once they are accepted somewhere; undefined until then. */
export function useOtherAnswer(isNeeded: boolean | undefined): OtherParts | undefined {
  useEffect(() => {
    if (isNeeded) {
      import("./other-answer").then(
        (parts) => (loaded.value = parts),
        () => undefined,
      );
    }
  }, [isNeeded]);
  return loaded.value;
}
