import { useEffect, useRef } from "preact/hooks";
import { InPlace } from "../parts/form/in-place";
import { useIsWide } from "../parts/page/use-is-wide";
import { pollPath } from "../poll/addresses";
import { Cover } from "./cover";
import { Options } from "./options";
import type { PollContext } from "./poll-context";

const texts = { description: 20_000, location: 255 } as const;

/** What participants see, changed where it stands, and beside it their page. */
export function Build({ context }: { readonly context: PollContext }) {
  const { words, poll, update } = context;
  const { fields: labels } = words.problems;
  const parts = (["cover", "description", "location"] as const).map((name) => {
    if (name === "cover") {
      const isThere = poll.value.cover !== undefined;
      return { isThere, part: <Cover key={name} context={context} /> };
    }
    const value = poll.value[name] ?? "";
    const isThere = value !== "";
    const part = (
      <InPlace
        key={name}
        field={name}
        label={isThere ? words.admin.changeText(labels[name]) : words.admin.addText[name]}
        added={labels[name]}
        value={value}
        long={name === "description"}
        maxLength={texts[name]}
        change={(entered) => update({ [name]: entered })}
      >
        {isThere ? <p class="text">{value}</p> : undefined}
      </InPlace>
    );
    return { isThere, part };
  });
  return (
    <div class="build">
      <div>
        {/* What is there stands as on the page of participants; behind it, in one row, what can be added. */}
        <div class="row texts">
          {[
            ...parts.filter(({ isThere }) => isThere),
            ...parts.filter(({ isThere }) => !isThere),
          ].map(({ part }) => part)}
        </div>
        <Options context={context} />
      </div>
      <ParticipantsPage context={context} />
    </div>
  );
}

/** Several changes in a row load the page once. */
const SETTLES_MS = 600;

/** The page of participants, beside the content on wide screens. It is inert: a vote in it would be one of the admin's browser. */
function ParticipantsPage({
  context: { words, poll, changes },
}: {
  readonly context: PollContext;
}) {
  const { member_hash, title } = poll.value;
  const isShown = useIsWide();
  const frame = useRef<HTMLIFrameElement>(null);
  const seen = useRef(changes.value);
  useEffect(() => {
    if (seen.current === changes.value) return undefined;
    const timer = setTimeout(() => {
      seen.current = changes.value;
      // Until the new page is drawn, the old one is seen, at the same place.
      frame.current?.contentWindow?.location.reload();
    }, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [changes.value]);
  if (!isShown.value) return null;
  const path = pollPath(member_hash);
  return (
    <aside aria-label={words.polls.preview} class="beside">
      <p class="fine">
        {words.polls.preview} · <a href={path}>{words.admin.view}</a>
      </p>
      <iframe ref={frame} class="phone" inert title={title} src={path} />
    </aside>
  );
}
