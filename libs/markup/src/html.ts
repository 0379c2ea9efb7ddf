/** Markup that is safe to send. */
export interface Html {
  readonly markup: string;
}

type Insert = Html | string | number | undefined | readonly Html[];

/** Creates markup from a template. Escapes every insert that is not markup itself. */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  const markup = parts.map((part, index) => part + toMarkup(inserts[index])).join("");
  return { markup };
}

function toMarkup(insert: Insert): string {
  if (insert === undefined) return "";
  if (typeof insert === "string" || typeof insert === "number") return escapeText(String(insert));
  return "markup" in insert ? insert.markup : insert.map(({ markup }) => markup).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
