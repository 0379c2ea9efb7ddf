import type { Ballot } from "../ballot/ballot";
import { unpaidOf } from "../ballot/marks";
import { useRepeatedRead } from "../parts/page/repeated-read";
import type { Visit } from "../session/visit";
import { dueWords } from "../words/fee-and-confirmation";
import { isPaying, PayLink } from "./pay-link";

export interface DueProps {
  readonly visit: Visit;
  readonly ballot: Ballot;
}

/** What taking part costs, and where it is paid (docs/reference/payments.md#participation-fee). */
export function Fee({ visit: { client, data, pollId, words }, ballot }: DueProps) {
  const texts = dueWords.words();
  const { voting_fee_type: type, voting_fee_title: title } = data.poll.settings;
  const price = data.prices?.voting;
  const participant = ballot.participant.value;
  const url = participant?.payment_url;
  const marks = [...ballot.marks.value.values()];
  const addresses = [url, ...marks.map(({ paymentUrl }) => paymentUrl)];
  useRepeatedRead(addresses.some(isPaying) ? participant?.id : undefined, async (id) => {
    await ballot.reload();
    if (url === undefined) return;
    ballot.participant.value = await client().participants.show({ poll_id: pollId, id });
  });
  if (type === "voting_sell_votes") {
    const due = marks.filter((mark) => unpaidOf(mark) > 0);
    const unopened = due.filter(({ paymentUrl }) => !isPaying(paymentUrl));
    const unpaid = unopened.length > 0 ? unopened : due;
    const isBought = marks.some(({ value }) => value !== undefined);
    const next = unpaid[0]?.paymentUrl;
    const sum = unpaid.reduce((votes, mark) => votes + unpaidOf(mark), 0);
    return (
      <>
        {price !== undefined && !isBought && <p class="fine">{texts.voteCosts(price)}</p>}
        {next !== undefined && (
          <div class="notice">
            <p>{isPaying(next) ? texts.paying : words.vote.unpaid(sum)}</p>
            {/* Each purchase is paid alone: the next one has the button then. */}
            <PayLink url={next} words={words} />
          </div>
        )}
      </>
    );
  }
  // Who takes part and owes nothing has paid.
  if (participant !== undefined && url === undefined) return null;
  const isFee = type === "voting_fee";
  const text =
    type === "voting_donation"
      ? words.donation(price)
      : isFee && price !== undefined
        ? texts.participationCosts(title === undefined ? price : `${price} (${title})`)
        : undefined;
  if (text === undefined) return null;
  return (
    <div class={isFee ? "notice" : undefined}>
      <p class={isFee ? undefined : "fine"}>{isPaying(url) ? texts.paying : text}</p>
      {url !== undefined && <PayLink url={url} words={words} {...(!isFee && { quiet: true })} />}
    </div>
  );
}
