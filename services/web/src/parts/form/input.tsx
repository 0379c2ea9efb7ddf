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
  readonly "aria-label"?: string;
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
 * Shows a stored value in a text field. A render while the visitor types, for example after the response of another
 * field, does not change the text in the field.
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
