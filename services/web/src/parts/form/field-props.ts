import type { OptionListItem } from "@polls/client";
import type { ComponentType, TargetedEvent } from "preact";
import type { Visit } from "../../session/visit";
import type { Words } from "../../words";

/** The properties of an answer field: the input, and the answer. */
export interface AnswerProps {
  /** The input: a question of a survey, or a column of a table. */
  readonly input: OptionListItem;
  /** Unique on the page. */
  readonly id: string;
  readonly value: string | undefined;
  /** Undefined withdraws the answer. */
  readonly set: (value: string | undefined) => void;
  readonly disabled: boolean;
  /** Whether a mandatory answer is missing. */
  readonly missing?: boolean;
  readonly label: string;
  /** Whether the label is shown above the field; else it is only for screen readers. */
  readonly labelShown: boolean;
  readonly visit: Visit;
  /** The field in place of that of the type: one that accepts other answers. */
  readonly Other?: ComponentType<FieldProps> | undefined;
}

/** Additional properties of the field of a type. */
export interface FieldProps extends AnswerProps {
  readonly Plain: ComponentType<FieldProps>;
  readonly values: readonly string[];
  readonly problemId: string | undefined;
  /** Saves a text when it is valid for its type. */
  readonly enter: (
    event: TargetedEvent<HTMLInputElement> | TargetedEvent<HTMLTextAreaElement>,
    normal?: (text: string) => string,
  ) => void;
  /** On input, hides the message about a missing answer, so that a later click does not miss its target. */
  readonly begin: () => void;
  readonly words: Words;
}
