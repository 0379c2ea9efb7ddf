import { Pencil, Plus } from "virtual:icons";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Quiet } from "../show/button";
import { Icon } from "../show/icon";
import { SavedField } from "./saved-field";

interface Props {
  /** The name of the field in errors of the service. */
  readonly field: string;
  /** What a press changes, for the button and the field. */
  readonly label: string;
  readonly value: string;
  /** Whether the text may have several lines. */
  readonly long?: boolean;
  readonly maxLength: number;
  readonly change: (value: string) => Promise<unknown>;
  /** What a button adds while there is no text. */
  readonly added?: string;
  /** The text as it is shown. */
  readonly children?: ComponentChildren;
}

/** A text that becomes a field where it stands. Enter or leaving the field saves it, Escape does not. */
export function InPlace({
  field,
  label,
  value,
  long = false,
  maxLength,
  change,
  added,
  children,
}: Props) {
  const isOpen = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const { current } = place;
    if (isOpen.value) current?.querySelector("textarea")?.select();
    // Unless the focus went to another field.
    else if (wasOpen.current && document.activeElement === document.body)
      current?.querySelector("button")?.focus();
    wasOpen.current = isOpen.value;
  }, [isOpen.value]);
  const open = () => (isOpen.value = true);
  return (
    <SavedField field={field}>
      {(save, described) => {
        const leave = (entered: string): void => {
          if (!isOpen.value) return;
          isOpen.value = false;
          if (entered.trim() !== value) void save(() => change(entered.trim()));
        };
        return (
          <div ref={place} class="in-place">
            {isOpen.value && (
              <textarea
                aria-label={label}
                aria-describedby={described}
                rows={long ? 3 : 1}
                maxLength={maxLength}
                defaultValue={value}
                onBlur={({ currentTarget }) => leave(currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Escape") leave(value);
                  if (event.key !== "Enter" || (long && !event.ctrlKey)) return;
                  event.preventDefault();
                  leave(event.currentTarget.value);
                }}
              />
            )}
            {!isOpen.value && children !== undefined && (
              <>
                {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button beside it is for keyboards */}
                <div onClick={open}>{children}</div>
                <button type="button" class="close" aria-label={label} title={label} onClick={open}>
                  <Icon of={Pencil} />
                </button>
              </>
            )}
            {!isOpen.value && children === undefined && (
              <Quiet aria-label={label} onClick={open}>
                <Icon of={Plus} /> {added}
              </Quiet>
            )}
          </div>
        );
      }}
    </SavedField>
  );
}
