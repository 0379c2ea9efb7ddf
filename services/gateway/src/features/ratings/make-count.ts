import { createHash } from "node:crypto";
import type { StoredBallots } from "@polls/db/votes";
import {
  type Ballot,
  type Count,
  type CountRequest,
  countBallots,
  decimalOf,
  type Fraction,
  fractionText,
} from "@polls/domain/counting";
import { voteTypes } from "@polls/domain/vote-types";

/** What is counted, without the ballots. All values can be sent to a thread. */
export interface CountTask extends Omit<CountRequest, "ballots" | "abstaining" | "sha256"> {
  /** The ids of the options, by index. */
  readonly optionIds: readonly string[];
  readonly voteType: string;
}

/** An exact number as text, with a decimal beside. */
export interface Exact {
  readonly exact: string;
  readonly decimal: number;
}

/** A value whose fractions are written, so that it can be kept and sent. */
type Written<Value> = Value extends Fraction
  ? Exact
  : Value extends readonly (infer Element)[]
    ? readonly Written<Element>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: Written<Value[Key]> }
      : Value;

/** A count whose options are indexes. */
export interface CountFigures extends Written<Count> {
  /** The number of ballots that do not abstain. */
  readonly ballots: number;
}

/** Gathers the ballots of a count, alike ones once, and counts them. */
export interface Counting {
  readonly add: (batch: readonly StoredBallots[]) => void;
  readonly finish: () => CountFigures;
}

export function startCounting({ optionIds, voteType, ...request }: CountTask): Counting {
  const { mark } = voteTypes.get(voteType);
  const indexes = new Map(optionIds.map((id, index) => [id, index]));
  const alike = new Map<string, number>();
  let abstaining = 0;

  function marksOf(text: string): ReadonlyMap<number, number> {
    const marks = new Map<number, number>();
    for (const entry of text.split(",")) {
      const [id = "", value = ""] = entry.split(":");
      const index = indexes.get(id);
      const marked = mark({ value: Number(value), text: undefined });
      if (index !== undefined && marked !== undefined) marks.set(index, marked);
    }
    return marks;
  }

  return {
    add(batch) {
      for (const { marks, ballots } of batch) {
        if (marks === null) abstaining += ballots;
        else alike.set(marks, (alike.get(marks) ?? 0) + ballots);
      }
    },
    finish() {
      const ballots: Ballot[] = [];
      let counted = 0;
      for (const [text, count] of alike) {
        ballots.push({ count, marks: marksOf(text) });
        counted += count;
      }
      alike.clear();
      const count = countBallots({ ...request, sha256, ballots, abstaining });
      return { ...written(count), ballots: counted };
    },
  };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

const isFraction = (value: object): value is Fraction =>
  "numerator" in value && "denominator" in value;

function written<Value>(value: Value): Written<Value>;
function written(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => written(each));
  if (isFraction(value)) return { exact: fractionText(value), decimal: decimalOf(value) };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, written(each)]));
}
