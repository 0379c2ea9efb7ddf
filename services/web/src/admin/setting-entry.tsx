import type { ComponentChildren } from "preact";
import type { SettingName } from "../types/settings";
import { type Texts, withText } from "../types/translatable";
import type { PollContext } from "./poll-context";

export const linkToSetting = (name: SettingName): string => `#settings/${name}`;

export interface ControlProps {
  readonly context: PollContext;
  readonly name: SettingName;
  readonly title: string;
  readonly text: string;
  readonly value: unknown;
  /** The id of the element that shows the result of saving. */
  readonly described: string;
  /** Null resets to the default. Resolves when the change has succeeded or failed. */
  readonly save: (value: unknown) => Promise<void>;
  /** The same, of a value with several parts: gets the value that is stored once earlier changes are done. */
  readonly edit: (after: (stored: unknown) => unknown) => Promise<void>;
}

/** A setting of several parts with another text of one, as `save` takes it. Parts that programs set are kept. */
export function withPart(stored: unknown, name: string, text: string): Texts | null {
  const next = withText({ ...(stored as Texts | undefined) }, [name], text);
  return Object.keys(next).length === 0 ? null : next;
}

/** The fields of a setting that has several. */
export const Entries = ({
  title,
  text,
  described,
  children,
}: Pick<ControlProps, "title" | "text" | "described"> & {
  readonly children: ComponentChildren;
}) => (
  <fieldset class="entry" aria-describedby={described}>
    <legend>{title}</legend>
    <small>{text}</small>
    {children}
  </fieldset>
);
