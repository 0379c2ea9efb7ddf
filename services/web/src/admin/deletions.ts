import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { askEach } from "../parts/list/ask-each";
import { isBeingLeft } from "../session/leaving";

const UNDO_MS = 8_000;
const none: ReadonlySet<string> = new Set();

/**
 * Takes entries from the page at once, and deletes them a while later, or as soon as the page is left, unless the
 * deletion is taken back.
 */
export function useDeletions({
  delete: deleteOne,
  deleted,
}: {
  readonly delete: (id: string) => Promise<unknown>;
  /** Waits for the deletions, and reads the list again. */
  readonly deleted: (work: Promise<unknown>) => Promise<void>;
}) {
  /** The entries that are not shown. */
  const gone = useSignal(none);
  const undoable = useSignal(none);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function send(): Promise<void> {
    clearTimeout(timer.current);
    const ids = undoable.value;
    undoable.value = none;
    if (ids.size === 0) return;
    // Only what is sent at once is sent while the page is left.
    const work = isBeingLeft()
      ? Promise.all([...ids].map(deleteOne))
      : askEach([...ids], deleteOne);
    await deleted(work);
    show(ids);
  }
  const show = (ids: ReadonlySet<string>) =>
    (gone.value = new Set([...gone.value].filter((id) => !ids.has(id))));
  useEffect(() => {
    const leave = () => void send();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  return {
    gone,
    undoable,
    remove(ids: ReadonlySet<string>): void {
      void send();
      gone.value = new Set([...gone.value, ...ids]);
      undoable.value = ids;
      timer.current = setTimeout(() => void send(), UNDO_MS);
    },
    undo(): void {
      clearTimeout(timer.current);
      show(undoable.value);
      undoable.value = none;
    },
  };
}
