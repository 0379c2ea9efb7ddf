import { redactText } from "@polls/telemetry";

const LENGTH_MAX = 300;

/** The response of a mail server as one line of limited length, without addresses. */
export const problemText = (said: string): string =>
  redactText(said.replace(/\s+/g, " ").trim()).slice(0, LENGTH_MAX);
