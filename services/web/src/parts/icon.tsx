import type { IconNode } from "lucide";
import { h } from "preact";

/** A sign beside a text that says the same. */
export const Icon = ({ of, full = false }: { readonly of: IconNode; readonly full?: boolean }) => (
  <svg class={full ? "icon full" : "icon"} viewBox="0 0 24 24" aria-hidden="true">
    {of.map(([tag, attributes], at) => h(tag, { key: at, ...attributes }))}
  </svg>
);
