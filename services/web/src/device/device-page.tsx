import { useEffect } from "preact/hooks";
import { pollPath } from "../poll/addresses";
import { Frame } from "../poll/frame";
import type { Visit } from "../session/visit";
import { deviceWords } from "../words/device";
import { Arrival } from "./arrival";
import { OwnLink } from "./own-link";

/** The token of the personal link that opened the page. */
const tokenIn = (hash: string): string | undefined => /^#continue=([\w-]+)$/.exec(hash)?.[1];

/** The page with the personal link of a participant, and the page that the link opens. */
export function DevicePage({ visit }: { readonly visit: Visit }) {
  const { data, pollId, words } = visit;
  const { participant, poll } = data;
  const token = tokenIn(location.hash);
  // A link that is opened on this page changes the fragment alone.
  useEffect(() => addEventListener("hashchange", () => location.reload()), []);
  return (
    <Frame visit={visit}>
      <p class="of">{poll.title}</p>
      <div class="device">
        {token !== undefined ? (
          <Arrival visit={visit} token={token} />
        ) : participant !== undefined ? (
          <OwnLink visit={visit} participant={participant} />
        ) : (
          <>
            <h1>{deviceWords.words().title}</h1>
            <p class="notice">{deviceWords.words().none}</p>
          </>
        )}
      </div>
      <p class="row take">
        <a href={pollPath(pollId)}>
          {token === undefined ? words.poll.back : deviceWords.words().no}
        </a>
      </p>
    </Frame>
  );
}
