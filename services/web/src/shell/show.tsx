import { type ComponentChild, render } from "preact";
import "../styles/page.css";
import { adaptElements } from "./adapt-elements";

/** Replaces the content that the gateway rendered. */
export function show(content: ComponentChild): void {
  const root = document.getElementById("app");
  if (root === null) throw new Error("the page has no place for its content");
  adaptElements();
  root.replaceChildren();
  render(content, root);
  root.removeAttribute("aria-busy");
}
