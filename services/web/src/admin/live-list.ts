import type { Poll } from "@polls/client";
import { useEffect } from "preact/hooks";
import type { Pages } from "../parts/list/pages";
import { useRepeatedRead } from "../parts/page/repeated-read";

/** Reads a list of people again after a vote, and while a mail waits. A list of several pages stays as it was read. */
export function useLiveList<Person extends object>(
  { list, reload }: Pick<Pages<Person>, "list" | "reload">,
  { voters_count }: Poll,
): void {
  const read = async (): Promise<void> => {
    if ((list.value?.page ?? 1) === 1) await reload();
  };
  const waits = list.value?.items.some(
    (person) => "mail_state" in person && person.mail_state === "queued",
  );
  useEffect(() => void read(), [voters_count]);
  useRepeatedRead(waits === true ? "mails" : undefined, read);
}
