import { useSignal } from "@preact/signals";
import { pollPath } from "../poll/addresses";
import type { Visit } from "../session/visit";

/** Passes the link of the poll on: by what the device has for it, else as a copy. */
export function Share({ visit: { data, words, pollId } }: { readonly visit: Visit }) {
  const { poll } = data;
  const told = useSignal<string | undefined>(undefined);
  // Who comes by the link needs an invitation too.
  if (poll.voter_required_fields.includes("invitation")) return null;
  const url = new URL(pollPath(pollId), location.href).href;

  async function pass(): Promise<void> {
    if ("share" in navigator) {
      // The visitor may close the dialog of the device.
      await navigator.share({ title: poll.title, url }).catch(() => undefined);
      return;
    }
    const copied = (navigator as Navigator).clipboard?.writeText(url);
    told.value = await Promise.resolve(copied).then(
      () => (copied === undefined ? url : words.thanks.copied),
      () => url,
    );
  }

  return (
    <>
      <button type="button" class="quiet" onClick={() => void pass()}>
        {words.thanks.share}
      </button>
      <span class="fine" role="status">
        {told.value}
      </span>
    </>
  );
}
