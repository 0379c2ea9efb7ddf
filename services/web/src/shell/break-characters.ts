import { breakCharacters } from "@polls/domain/naming";
import { type ComponentChildren, Fragment, options } from "preact";

const broken = (children: ComponentChildren): ComponentChildren => {
  if (typeof children === "string") return breakCharacters(children);
  return Array.isArray(children) ? children.map(broken) : children;
};

/** Lets lines break in all texts of the page, also inside of characters of very many parts. */
export function breakAllCharacters(): void {
  const before = options.vnode;
  options.vnode = (vnode) => {
    const { type, props } = vnode;
    if (typeof type === "string" || type === Fragment) props.children = broken(props.children);
    before?.(vnode);
  };
}
