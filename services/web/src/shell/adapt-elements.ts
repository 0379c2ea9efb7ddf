import { breakCharacters } from "@polls/domain/naming";
import { type ComponentChildren, type ComponentProps, Fragment, options } from "preact";

const broken = (children: ComponentChildren): ComponentChildren => {
  if (typeof children === "string") return breakCharacters(children);
  return Array.isArray(children) ? children.map(broken) : children;
};

type ButtonProps = ComponentProps<"button">;

const ignore = (event: Event): void => event.preventDefault();

/**
 * Lets lines break in all texts of the page, also inside of characters of very many parts. A button that is
 * disabled, as by its own press, keeps the focus, and ignores presses; those that show a vote or a choice do not.
 */
export function adaptElements(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (typeof type === "string" || type === Fragment) props.children = broken(props.children);
    if (type === "button" && (props as ButtonProps).disabled && !("aria-pressed" in props)) {
      vnode.props = {
        ...props,
        disabled: false,
        "aria-disabled": true,
        onClick: ignore,
      } as typeof props;
    }
    before?.(vnode);
  };
}
