import type { DecidedDate } from "./decision";

/** What a change of a decision writes. Dates that are in neither list stay as they are. */
export interface DecisionPlan {
  /** Events that exist, with their new values. */
  readonly changed: readonly DecidedDate[];
  /** Options that get a new event. */
  readonly added: readonly bigint[];
}

/**
 * The events of the chosen options (docs/reference/decisions.md#events). One whose option is no longer chosen moves to
 * a new one, so that calendars show a moved event and not two. Undefined: the same are chosen already.
 */
export function planDecision(
  dates: readonly DecidedDate[],
  chosen: readonly bigint[],
  sequence: number,
): DecisionPlan | undefined {
  const isChosen = ({ optionId }: DecidedDate) => chosen.includes(optionId);
  const left = dates.filter((date) => !date.canceled && !isChosen(date));
  const revived = dates.filter((date) => date.canceled && isChosen(date));
  const fresh = chosen.filter((id) => !dates.some(({ optionId }) => optionId === id));
  if (left.length + revived.length + fresh.length === 0) return undefined;
  return {
    changed: [
      ...revived.map(({ uid, optionId }) => ({ uid, optionId, sequence, canceled: false })),
      ...left.map(({ uid, optionId: formerOptionId }, at) => {
        const optionId = fresh[at];
        return optionId === undefined
          ? { uid, optionId: formerOptionId, sequence, canceled: true }
          : { uid, optionId, formerOptionId, sequence, canceled: false };
      }),
    ],
    added: fresh.slice(left.length),
  };
}
