import { type ComponentChild, render } from "preact";
import "../styles/page.css";

/** Replaces the content that the gateway rendered. */
export function show(content: ComponentChild): void {
  const root = document.getElementById("app");
  if (root === null) throw new Error("the page has no place for its content");
  root.replaceChildren();
  render(content, root);
}
