import type { Words } from "../words";
import type { Ballot } from "./marks";

export interface FinishProps {
  readonly ballot: Ballot;
  /** How many options have a vote; undefined: not all need one. */
  readonly progress?: { readonly answered: number; readonly of: number } | undefined;
  readonly text: string;
  /** The votes that the participant must still cast, or the dots to spend. */
  readonly missing: number;
  readonly missingText: (missing: number) => string;
  readonly words: Words;
  readonly nameOf: (optionId: string) => string | undefined;
  /** Undefined: there is nothing to go on to. */
  readonly onFinish?: () => void;
  readonly label?: string;
  readonly hint?: string;
  /** What the button waits for. */
  readonly settle?: (() => Promise<void>) | undefined;
}
