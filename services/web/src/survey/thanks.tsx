import type { RefObject } from "preact";
import type { Ballot } from "../ballot/ballot";
import type { Visit } from "../session/visit";

/** What follows the last step. */
export function Thanks({
  visit: { words },
  ballot,
  open,
  heading,
  onAgain,
}: {
  readonly visit: Visit;
  readonly ballot: Ballot;
  readonly open: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly onAgain: () => void;
}) {
  const held = [...ballot.marks.value.values()].some(({ state }) => state === "held");
  return (
    <div class="thanks">
      <h2 ref={heading} tabIndex={-1}>
        {words.survey.thanks}
      </h2>
      <p class={held ? "notice" : undefined}>{held ? words.vote.held : words.survey.kept}</p>
      <button type="button" class="quiet" onClick={onAgain}>
        {open ? words.survey.change : words.survey.look}
      </button>
    </div>
  );
}
