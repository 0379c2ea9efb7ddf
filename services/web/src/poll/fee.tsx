import type { Ballot } from "../ballot/ballot";
import type { Visit } from "../session/visit";

/** What taking part costs, and where it is paid (docs/reference/payments.md#participation-fee). */
export function Fee({
  visit: { data, words },
  ballot,
}: {
  readonly visit: Visit;
  readonly ballot: Ballot;
}) {
  const { voting_fee_type: type, voting_fee_title: title } = data.poll.settings;
  const price = data.prices?.voting;
  const participant = ballot.participant.value;
  const url = participant?.payment_url;
  if (type === "voting_sell_votes") {
    return price === undefined ? null : <p class="fine">{words.fee.vote(price)}</p>;
  }
  // Who takes part and owes nothing has paid.
  if (participant !== undefined && url === undefined) return null;
  const text =
    type === "voting_donation"
      ? words.fee.donation(price)
      : type === "voting_fee" && price !== undefined
        ? words.fee.participation(title === undefined ? price : `${price} (${title})`)
        : undefined;
  if (text === undefined) return null;
  return (
    <p class={type === "voting_fee" ? "notice" : "fine"}>
      {text} {url !== undefined && <a href={url}>{words.vote.payLink}</a>}
    </p>
  );
}
