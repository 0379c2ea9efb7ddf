import type { RefObject } from "preact";
import type { Ballot } from "../ballot/ballot";
import { OwnThanks, ownThanksIn } from "../parts/own-thanks";
import type { Visit } from "../session/visit";

/** What follows the last step. */
export function Thanks({
  visit: { words, data },
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
  const { thank_you_page, thank_you_page_data } = data.poll.settings;
  const own = thank_you_page ? ownThanksIn(thank_you_page_data) : {};
  return (
    <div class="thanks">
      <h2 ref={heading} tabIndex={-1}>
        {own.title ?? words.survey.thanks}
      </h2>
      <OwnThanks own={own} />
      <p class={held ? "notice" : undefined}>{held ? words.vote.held : words.survey.kept}</p>
      <button type="button" class="quiet" onClick={onAgain}>
        {open ? words.survey.change : words.survey.look}
      </button>
    </div>
  );
}
