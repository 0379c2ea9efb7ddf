import type { Option } from "../options/option";

/** A final date of a poll, as an event in calendars. */
export interface DecidedDate {
  /** The `UID` of the event. */
  readonly uid: string;
  readonly optionId: bigint;
  readonly sequence: number;
  readonly canceled: boolean;
  /** The option whose date the event had before the change of `sequence` moved it. */
  readonly formerOptionId?: bigint | undefined;
}

/** The decision on the final dates of a poll (docs/reference/decisions.md). */
export interface Decision {
  /** Undefined: it is withdrawn. */
  readonly decidedAt: Date | undefined;
  readonly changedAt: Date;
  /** The `sequence` of the dates that the last change touched. */
  readonly revision: number;
  /** Whether a withdrawal opens the poll again. */
  readonly reopens: boolean;
  /** In the order of the dates; with canceled ones. */
  readonly dates: readonly (DecidedDate & {
    readonly option: Option;
    /** The option of `formerOptionId`. Undefined: the event was not moved, or the option is deleted. */
    readonly former?: Option | undefined;
  })[];
}

/** The dates that hold. Empty if the decision is withdrawn. */
export const heldDates = ({ dates }: Pick<Decision, "dates">): Decision["dates"] =>
  dates.filter(({ canceled }) => !canceled);

/** The dates that the last change canceled. */
export const droppedDates = ({
  dates,
  revision,
}: Pick<Decision, "dates" | "revision">): Decision["dates"] =>
  dates.filter(({ canceled, sequence }) => canceled && sequence === revision);

/** Whether the last change replaced dates that held, and did not only set or withdraw them. */
export const replacesDates = (decision: Pick<Decision, "dates" | "revision">): boolean =>
  heldDates(decision).length > 0 &&
  decision.dates.some(({ canceled, sequence, formerOptionId }) =>
    sequence === decision.revision ? canceled || formerOptionId !== undefined : !canceled,
  );

/** The ids of the options whose dates the change of a revision took back. */
export const formerIds = (
  dates: readonly Omit<DecidedDate, "uid">[],
  revision: number,
): readonly bigint[] =>
  dates.flatMap(({ canceled, sequence, optionId, formerOptionId }) => {
    if (sequence !== revision) return [];
    return canceled ? [optionId] : formerOptionId === undefined ? [] : [formerOptionId];
  });

/** The options whose dates the last change took back, in the order of the dates. Without deleted ones. */
export function formerDates({
  dates,
  revision,
}: Pick<Decision, "dates" | "revision">): readonly Option[] {
  const known = dates.flatMap(({ option, former }) =>
    former === undefined ? [option] : [option, former],
  );
  return formerIds(dates, revision)
    .flatMap((id) => known.find((option) => option.id === id) ?? [])
    .sort((a, b) => Number(a.startDate) - Number(b.startDate));
}
