import { useSignal } from "@preact/signals";
import { Quiet } from "../parts/show/button";
import { copyText } from "../parts/show/copy-text";
import { pollPath } from "../poll/addresses";
import type { Visit } from "../session/visit";

/** Shares the link of the poll with the share function of the device, else copies it. */
export function Share({ visit: { data, words, pollId } }: { readonly visit: Visit }) {
  const { poll } = data;
  const told = useSignal<string | undefined>(undefined);
  if (!poll.settings.allow_share) return null;
  // A visitor with the link also needs an invitation.
  if (poll.voter_required_fields.includes("invitation")) return null;
  const url = new URL(pollPath(pollId), location.href).href;

  async function pass(): Promise<void> {
    if ("share" in navigator) {
      // The visitor may cancel the share dialog.
      await navigator.share({ title: poll.title, url }).catch(() => undefined);
      return;
    }
    told.value = (await copyText(url)) ? words.thanks.copied : url;
  }

  return (
    <>
      <Quiet onClick={() => void pass()}>{words.thanks.share}</Quiet>
      <span class="fine" role="status">
        {told.value}
      </span>
    </>
  );
}
