import type { TargetedSubmitEvent } from "preact";

/** Sends a form by a script in place of the browser. */
export const submitting =
  (send: (form: HTMLFormElement) => unknown) =>
  (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void send(event.currentTarget);
  };
