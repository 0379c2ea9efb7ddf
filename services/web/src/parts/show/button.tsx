import type { ComponentProps } from "preact";

/** A button beside the main one of its place. It submits no form. */
export const Quiet = (props: ComponentProps<"button">) => (
  <button type="button" class="quiet" {...props} />
);
