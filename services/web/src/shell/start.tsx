import { type ComponentType, render } from "preact";
import "../styles/page.css";
import { type Visit, visitOf } from "../session/visit";
import { firstData } from "./first-data";

/** Renders a page in place of what the gateway wrote. */
export function start(Page: ComponentType<{ readonly visit: Visit }>): void {
  const root = document.getElementById("app");
  if (root === null) throw new Error("the page has no place for its content");
  const visit = visitOf(firstData());
  root.replaceChildren();
  render(<Page visit={visit} />, root);
}
