import { useEffect, useRef } from "preact/hooks";
import type { Pages } from "../parts/list/pages";
import { useRepeatedRead } from "../parts/page/repeated-read";

/** A longer list stays as it was read: each page is a request. */
const PAGES_MAX = 5;
const READ_AFTER_MS = 2_000;

/**
 * Reads a list of people when it is first shown, again soon after each change of `state`, while a mail waits, and when
 * the visitor comes back: a mail may have bounced.
 */
export function useLiveList<Person>(
  { list, readAgain, reload }: Pick<Pages<Person>, "list" | "readAgain" | "reload">,
  state: unknown,
  waitsForMail: (person: Person) => boolean,
): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isShort = () => (list.value?.page ?? 1) <= PAGES_MAX;
  // The next change reads it again. `reload` would take away the message about a failed act.
  const refresh = () => {
    if (isShort()) void readAgain().catch(() => undefined);
  };
  useEffect(() => {
    if (list.value === undefined) return void reload();
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      refresh();
    }, READ_AFTER_MS);
  }, [state]);
  useEffect(() => {
    const back = () => {
      if (!document.hidden) refresh();
    };
    document.addEventListener("visibilitychange", back);
    return () => {
      document.removeEventListener("visibilitychange", back);
      clearTimeout(timer.current);
    };
  }, []);
  useRepeatedRead(list.value?.items.some(waitsForMail) === true ? "mails" : undefined, async () => {
    if (isShort()) await readAgain();
  });
}
