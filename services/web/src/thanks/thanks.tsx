import { Check } from "virtual:icons";
import type { ComponentChildren, Ref } from "preact";
import type { Ballot } from "../ballot/ballot";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import { devicePath, resultsPath } from "../poll/addresses";
import { isPaying } from "../poll/pay-link";
import type { Visit } from "../session/visit";
import { OwnThanks, ownThanksIn } from "./own-thanks";
import { Share } from "./share";

export function Thanks({
  visit,
  ballot,
  heading,
  notices,
  kept,
  again,
  onAgain,
}: {
  readonly visit: Visit;
  readonly ballot: Ballot;
  readonly heading: Ref<HTMLHeadingElement>;
  /** What is left to do before the votes count. */
  readonly notices?: ComponentChildren;
  /** What is shown when nothing is left to do. */
  readonly kept: ComponentChildren;
  /** The button that leads back to the votes. */
  readonly again: string;
  readonly onAgain: () => void;
}) {
  const { words, data, pollId } = visit;
  const marks = [...ballot.marks.value.values()];
  const held = marks.some(({ state }) => state === "held");
  const waits = marks.some(({ state }) => state === "waiting");
  // The page has the buttons to pay above.
  const due = [
    ...marks.map(({ paymentUrl }) => paymentUrl),
    data.poll.settings.voting_fee_type === "voting_fee"
      ? ballot.participant.value?.payment_url
      : undefined,
  ].filter((url) => url !== undefined);
  const owes = due.length > 0;
  const { thank_you_page, thank_you_page_data } = data.poll.settings;
  const own = thank_you_page ? ownThanksIn(thank_you_page_data) : {};
  return (
    <div class="thanks">
      {!held && !waits && !owes && <Icon of={Check} />}
      <h2 ref={heading} tabIndex={-1}>
        {owes
          ? due.every(isPaying)
            ? words.vote.paying
            : words.vote.notPaid
          : (own.title ?? words.survey.thanks)}
      </h2>
      {notices !== undefined && <div class="due">{notices}</div>}
      <OwnThanks own={own} visit={visit} />
      {waits && <p class="notice">{words.vote.waiting}</p>}
      {!held && !waits && !owes && (typeof kept === "string" ? <p>{kept}</p> : kept)}
      <div class="ways">
        {data.readsResults !== false && (
          <a class="button" href={resultsPath(pollId)}>
            {words.poll.results}
          </a>
        )}
        <Quiet onClick={onAgain}>{again}</Quiet>
        <a class="button quiet" href={devicePath(pollId)}>
          {words.thanks.elsewhere}
        </a>
        <Share visit={visit} />
      </div>
    </div>
  );
}
