import type { Poll } from "@polls/client";
import { useEffect } from "preact/hooks";
import type { Pages } from "../parts/list/pages";
import { useRepeatedRead } from "../parts/page/repeated-read";

/** Reads a list of people again after a vote, and while a mail waits. A list of several pages stays as it was read. */
export function useLiveList<Person extends object>(
  { list, readFirst, reload }: Pick<Pages<Person>, "list" | "readFirst" | "reload">,
  { voters_count }: Poll,
): void {
  const isWhole = () => (list.value?.page ?? 1) === 1;
  const waits = list.value?.items.some(
    (person) => "mail_state" in person && person.mail_state === "queued",
  );
  useEffect(() => {
    if (isWhole()) void reload();
  }, [voters_count]);
  useRepeatedRead(waits === true ? "mails" : undefined, async () => {
    // In place of `reload`, which would take away the message about a failed act.
    if (isWhole()) await readFirst();
  });
}
