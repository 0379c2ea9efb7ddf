import type { ComponentChildren } from "preact";
import type { PollContext } from "./poll-context";

/** What the control of a setting gets. */
export interface ControlProps {
  readonly context: PollContext;
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** The current value of the poll. */
  readonly value: unknown;
  /** The id of the element that shows the result of saving. */
  readonly described: string;
  /** Null resets to the default. Resolves when the change has succeeded or failed. */
  readonly save: (value: unknown) => Promise<void>;
}

type Titled = Pick<ControlProps, "title" | "text"> & { readonly children: ComponentChildren };

/** A field below the title of a setting and what it does. */
export const Entry = ({ title, text, children }: Titled) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is among the children
  <label class="entry">
    {title}
    <small>{text}</small>
    {children}
  </label>
);

/** The fields of a setting that has several. */
export const Entries = ({
  title,
  text,
  described,
  children,
}: Titled & Pick<ControlProps, "described">) => (
  <fieldset class="entry" aria-describedby={described}>
    <legend>{title}</legend>
    <small>{text}</small>
    {children}
  </fieldset>
);
