import { breakCharacters } from "@polls/domain/naming";
import {
  type ComponentChildren,
  type ComponentProps,
  Fragment,
  options,
  type TargetedEvent,
} from "preact";

const broken = (children: ComponentChildren): ComponentChildren => {
  if (typeof children === "string") return breakCharacters(children);
  return Array.isArray(children) ? children.map(broken) : children;
};

type Props = ComponentProps<"button"> & ComponentProps<"input">;

const ignore = (event: Event): void => event.preventDefault();
/** What is dropped on the field, or was being chosen before. */
const clear = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => {
  currentTarget.value = "";
};

/**
 * Lets lines break in all texts of the page, also inside of characters of very many parts. A button or a field for
 * files that is disabled, as by its own press, keeps the focus, and ignores presses and files; buttons
 * that show a vote or a choice do not.
 */
export function adaptElements(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (typeof type === "string" || type === Fragment) props.children = broken(props.children);
    const { disabled, type: kind } = props as Props;
    const keepsFocus =
      type === "button" ? !("aria-pressed" in props) : type === "input" && kind === "file";
    if (disabled && keepsFocus) {
      vnode.props = {
        ...props,
        disabled: false,
        "aria-disabled": true,
        onClick: ignore,
        onChange: clear,
      } as typeof props;
    }
    before?.(vnode);
  };
}
