import type { Poll } from "@polls/domain/polls";
import { type UserText, userText } from "@polls/markup";

export const titleOf = ({ title }: Poll): UserText => userText(title);

/** The publisher of the poll, and whether the mail hides the operator. */
export const footOf = (poll: Poll) => ({
  imprint: imprintOf(poll),
  whiteLabel: poll.settings.white_label,
});

const imprintOf = ({ settings }: Poll): UserText[] =>
  [
    [settings.publisher, settings.publisher_email].filter(Boolean).join(", "),
    settings.publisher_info ?? "",
  ]
    .map((line) => userText(line))
    .filter((line) => line !== "");
