import type { Letter } from "./letter";

/** The letter for those who read plain text. */
export function renderText(letter: Letter): string {
  const { about, heading, paragraphs, items = [], button, fine, imprint, unsubscribe } = letter;
  return [
    about,
    heading,
    ...paragraphs,
    items.length === 0 ? undefined : items.map((item) => `- ${item}`).join("\n"),
    button && `${button.label}:\n${button.url}`,
    ...fine,
    unsubscribe && `${unsubscribe.label}: ${unsubscribe.url}`,
    ...(imprint.length === 0 ? [] : ["-- ", ...imprint]),
  ]
    .filter((part) => part !== undefined)
    .join("\n\n")
    .concat("\n");
}
