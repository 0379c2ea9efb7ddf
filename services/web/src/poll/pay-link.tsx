import { signal } from "@preact/signals";
import { keep, readKept } from "../parts/form/draft";
import type { Words } from "../words";

const KEY = "paying";
/** The pay pages that were opened in this tab: the service does not tell here that a payment is on its way. */
const opened = signal<readonly string[]>(readKept(KEY) ?? []);

export const isPaying = (url: string | undefined): boolean =>
  url !== undefined && opened.value.includes(url);

export function PayLink({
  url,
  words: { vote },
  quiet = isPaying(url),
}: {
  readonly url: string;
  readonly words: Words;
  readonly quiet?: boolean;
}) {
  const remember = (): void => {
    opened.value = [...new Set([...opened.value, url])];
    keep(KEY, opened.value);
  };
  return (
    <a class={quiet ? "button quiet" : "button"} href={url} onClick={remember}>
      {isPaying(url) ? vote.payState : vote.payLink}
    </a>
  );
}
