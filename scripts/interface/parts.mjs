/** Replaces the content of a generated part, which is between two comments of the document. */
export function withPart(name, text, part, content) {
  const [begin, end] = [`<!-- generated: ${part} -->\n`, "<!-- end -->\n"];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${name} has no part "${part}"`);
  return `${text.slice(0, from)}${begin}\n${content.trim()}\n\n${text.slice(to)}`;
}
