import type { Option } from "../options/option";

/** A final date of a poll, as an event in calendars. */
export interface DecidedDate {
  /** The `UID` of the event. */
  readonly uid: string;
  readonly optionId: bigint;
  readonly sequence: number;
  readonly canceled: boolean;
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
  readonly dates: readonly (DecidedDate & { readonly option: Option })[];
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
