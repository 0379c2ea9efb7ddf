import { useSignal } from "@preact/signals";
import { useAttempts } from "../parts/feedback/attempt";
import { pollPath } from "../poll/addresses";
import { isFramed } from "../session/frame-session";
import { postSession } from "../session/post-session";
import type { Visit } from "../session/visit";
import { deviceWords } from "../words/device";

/** The link was revoked, or is no link. */
class InvalidLink extends Error {}

/**
 * Asks before this browser acts for the participant of the link: anyone can send a link, and votes
 * cast after it belong to that participant.
 */
export function Arrival({ visit, token }: { readonly visit: Visit; readonly token: string }) {
  const { data, explain, pollId, words } = visit;
  const texts = deviceWords.words();
  const isInvalid = useSignal(false);
  const { busy, problem, attempt } = useAttempts((error) =>
    error instanceof InvalidLink ? texts.invalid : explain(error),
  );
  const proceed = (): Promise<void> =>
    attempt(async () => {
      const frame = isFramed ? "&frame=true" : "";
      const path = `/session/continue?poll=${encodeURIComponent(pollId)}${frame}` as const;
      const { ok, status } = await postSession(path, { "X-Personal-Link": token });
      isInvalid.value = status === 404;
      if (!ok) throw status === 404 ? new InvalidLink() : new Error(`continue: ${status}`);
      // The address with the token does not stay in the history.
      location.replace(pollPath(pollId));
    });
  return (
    <>
      <h1>{texts.ask}</h1>
      <p>{texts.asks}</p>
      {data.participant !== undefined && <p class="notice">{texts.other}</p>}
      <div class="ways">
        <button type="button" disabled={busy.value} onClick={() => void proceed()}>
          {texts.yes}
        </button>
      </div>
      <p class="state failed" role="alert">
        {problem.value}
      </p>
      {isInvalid.value && <a href={pollPath(pollId)}>{words.poll.back}</a>}
    </>
  );
}
