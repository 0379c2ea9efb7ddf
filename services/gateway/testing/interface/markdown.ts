const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row)].join("\n");

/** A list in Markdown. */
export const list = (items: readonly string[]): string =>
  items.map((item) => `- ${item}`).join("\n");

export const code = (text: string): string => `\`${text}\``;

export const block = (language: string, text: string): string =>
  [`\`\`\`${language}`, text, "```"].join("\n");
