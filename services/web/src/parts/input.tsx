import type { RefObject, TargetedEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface InputProps {
  readonly type: "text" | "email" | "url" | "number" | "date" | "datetime-local";
  readonly name?: string;
  readonly value?: string | number;
  readonly defaultValue?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly maxLength?: number;
  readonly min?: number;
  readonly step?: string | undefined;
  readonly pattern?: string | undefined;
  readonly inputMode?: "numeric" | "decimal" | undefined;
  readonly autocomplete?: string | undefined;
  readonly "aria-invalid"?: boolean;
  readonly "aria-required"?: boolean;
  readonly "aria-describedby"?: string | undefined;
  readonly onInput?: () => void;
  readonly onChange?: (event: TargetedEvent<HTMLInputElement>) => void;
}

/** An input whose type is chosen at run time. */
export function Input({ value, ...props }: InputProps) {
  const field = useEnteredText<HTMLInputElement>(value);
  return <input ref={field} {...(props as object)} />;
}

/**
 * Shows a value that is known in a field for texts. A render that comes while one types, such as that of another
 * field's answer, leaves the text in the field as it is.
 */
export function useEnteredText<Field extends HTMLInputElement | HTMLTextAreaElement>(
  value: string | number | undefined,
): RefObject<Field | null> {
  const field = useRef<Field>(null);
  useLayoutEffect(() => {
    const { current } = field;
    if (value === undefined || current === null || current === document.activeElement) return;
    current.value = String(value);
  }, [value]);
  return field;
}
