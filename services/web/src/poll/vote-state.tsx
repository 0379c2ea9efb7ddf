import { Check } from "virtual:icons";
import { type Mark, unpaidOf } from "../ballot/marks";
import { useAfterPress } from "../parts/form/press";
import { Icon } from "../parts/show/icon";
import type { Words } from "../words";
import { isPaying, PayLink } from "./pay-link";

/** The result of the last change, also announced to screen readers. */
export function VoteState({
  mark: latest,
  words,
  moved,
}: {
  readonly mark: Mark;
  readonly words: Words;
  readonly moved?: boolean | undefined;
}) {
  const mark = useAfterPress(latest);
  const isUnpaid = mark.paymentUrl !== undefined;
  const isSaved = mark.state === "saved" && !isUnpaid;
  return (
    <p class={`state ${isUnpaid ? "unpaid" : mark.state}`} role="status">
      {mark.state === "saving" && <span class="unseen">{words.vote.saving}</span>}
      {isSaved && (
        <>
          {mark.value !== undefined && <Icon of={Check} />}
          <span class="unseen">{moved === true ? words.vote.movedHere : words.vote.saved}</span>
        </>
      )}
      {mark.state === "held" && words.vote.held}
      {mark.state === "waiting" && words.vote.unsent}
      {mark.state === "failed" && mark.problem}
      {mark.paymentUrl !== undefined && (
        <>
          {isPaying(mark.paymentUrl) ? words.vote.paying : words.vote.unpaid(unpaidOf(mark))}
          <PayLink url={mark.paymentUrl} words={words} />
        </>
      )}
    </p>
  );
}
