import type { TargetedEvent } from "preact";

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
  readonly autocomplete?: string | undefined;
  readonly onChange?: (event: TargetedEvent<HTMLInputElement>) => void;
}

/** An input whose type is chosen at run time. */
export const Input = (props: InputProps) => <input {...(props as object)} />;
