import { X } from "virtual:icons";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useBack } from "../page/use-back";
import { Icon } from "./icon";

/** A dialog over the page: a sheet from below on phones. Back closes it. The focus returns to where it was. */
export function Over({
  label,
  close,
  onLeave,
  children,
}: {
  readonly label: string;
  /** The name of the button that closes it. */
  readonly close: string;
  /** Called when the visitor closes it, and again once it is gone. */
  readonly onLeave: () => void;
  readonly children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Cleanups of `useEffect` run after the next frame, and would take the focus from what the caller gave it.
  useLayoutEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    current?.showModal();
    return () => {
      current?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  useBack(onLeave);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key closes a dialog
    <dialog
      ref={dialog}
      class="over"
      aria-label={label}
      onClose={onLeave}
      onClick={({ target, currentTarget }) => target === currentTarget && onLeave()}
    >
      {children}
      <button type="button" class="close" aria-label={close} onClick={onLeave}>
        <Icon of={X} />
      </button>
    </dialog>
  );
}
