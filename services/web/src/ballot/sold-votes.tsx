import { Minus, Plus } from "virtual:icons";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/show/icon";
import type { Visit } from "../session/visit";
import type { ControlProps } from "./controls";
import { type Mark, unpaidOf } from "./marks";

/**
 * The number of votes to buy, for every class in polls that sell votes. Nothing is ordered before the button is pressed;
 * another order replaces an unpaid one.
 */
export function SoldVotes({
  mark,
  set,
  label,
  disabled,
  visit: { data, words },
}: Pick<ControlProps, "set" | "label" | "disabled"> & {
  readonly visit: Visit;
  readonly mark: Mark;
}) {
  const { vote: texts } = words;
  const price = data.prices?.vote;
  const { paid = 0 } = mark;
  const unpaid = unpaidOf(mark);
  /** What is stored, neither paid nor to be paid, was refunded, or its payer disputes it. */
  const returned = mark.id === undefined || unpaid > 0 ? 0 : Number(mark.value) - paid;
  const entered = useSignal("1");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    entered.value = String(unpaid || 1);
  }, [unpaid, paid]);
  const votes = Number(entered.value);
  const title = paid > 0 ? texts.soldMore : texts.sold;
  function order(): void {
    if (field.current?.reportValidity() === true) set(paid + votes);
  }
  return (
    <>
      {paid > 0 && <p class="paid">{texts.paid(paid)}</p>}
      {!disabled && returned > 0 && <p class="state unpaid">{texts.returned(returned)}</p>}
      {!disabled && (
        <div class="row field order">
          <span class="fine" aria-hidden="true">
            {title}
          </span>
          <span class="stepper">
            <button
              type="button"
              aria-label={`${texts.less}: ${label}`}
              disabled={!(votes > 1)}
              onClick={() => (entered.value = String(votes - 1))}
            >
              <Icon of={Minus} />
            </button>
            <input
              ref={field}
              aria-label={`${title}: ${label}`}
              type="number"
              min={1}
              step="1"
              required
              value={entered.value}
              onInput={({ currentTarget }) => (entered.value = currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                order();
              }}
            />
            <button
              type="button"
              aria-label={`${texts.more}: ${label}`}
              onClick={() => (entered.value = String(votes + 1))}
            >
              <Icon of={Plus} />
            </button>
          </span>
          {price !== undefined && votes > 0 && (
            <output>
              {new Intl.NumberFormat(price.locale, price.format).format(votes * price.price)}
            </output>
          )}
          <button
            type="button"
            class="quiet"
            aria-label={`${unpaid > 0 ? texts.reorder : texts.buy}: ${label}`}
            onClick={order}
          >
            {unpaid > 0 ? texts.reorder : texts.buy}
          </button>
        </div>
      )}
    </>
  );
}
