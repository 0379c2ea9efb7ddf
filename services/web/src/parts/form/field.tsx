import type { ComponentChildren, ComponentProps } from "preact";

export interface Labels {
  readonly label: ComponentChildren;
  /** A line below the label. */
  readonly hint?: ComponentChildren;
}

/** A label, and the line below it. */
export const Head = ({ label, hint }: Labels) => (
  <>
    {label}
    {hint && <small>{hint}</small>}
  </>
);

/** A field under its label, for one line of text where it has no other type. */
export const Field = ({ label, hint, ...field }: Labels & ComponentProps<"input">) => (
  <label class="entry">
    <Head label={label} hint={hint} />
    <input type="text" {...field} />
  </label>
);

export const TextArea = ({ label, hint, ...field }: Labels & ComponentProps<"textarea">) => (
  <label class="entry">
    <Head label={label} hint={hint} />
    <textarea {...field} />
  </label>
);
