import { useSignal } from "@preact/signals";
import { Icon } from "./icon";

interface Props {
  readonly icon: string;
  readonly text: string;
  /** What screen readers say. It contains the text. */
  readonly label?: string;
  /** Whether also a phone shows the text in a row of actions. */
  readonly named?: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Of several parts, at most one is open. `shows` gives the properties of the button of a part. */
export function useOpenPart<Part extends string>(first?: Part) {
  const open = useSignal(first);
  const shows = (part: Part) => ({
    isOpen: open.value === part,
    toggle: () => (open.value = open.value === part ? undefined : part),
  });
  return { open, shows };
}

/** A button that opens and closes a part below it. In a row of actions, a phone shows only its sign. */
export const Tool = ({ icon, text, label, named = false, isOpen, toggle }: Props) => (
  <button
    type="button"
    class={named ? "clear tool named" : "clear tool"}
    aria-label={label}
    aria-expanded={isOpen}
    title={text}
    onClick={toggle}
  >
    <Icon of={icon} />
    <span>{text}</span>
  </button>
);
